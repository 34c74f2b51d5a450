"""Ownership: which process serves which servers, by shards and locks."""
