"""Mutation run: does a test notice each of some dozens of defects?"""
