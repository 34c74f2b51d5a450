# The bot as an image: docker build --tag gridlock .
# Nothing in it belongs to one kind of processor: build for another one with --platform linux/arm64.
ARG DEBIAN=docker.io/library/debian:trixie-slim

FROM ${DEBIAN} AS build
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev python3 python3-venv ca-certificates
WORKDIR /srv/gridlock
COPY requirements.txt requirements-speed.txt ./
RUN python3 -m venv /opt/venv \
    && /opt/venv/bin/pip install --no-cache-dir --no-compile --require-hashes --only-binary :all: \
        --requirement requirements.txt --requirement requirements-speed.txt
COPY . .
RUN /opt/venv/bin/python -m gridlock_solver.standoff.build \
    && sh deploy/container/slim.sh /opt/venv/lib/python3*/site-packages cogs/languages \
    && rm -rf deploy \
    # Compiles what the bot imports, and nothing else.
    && /opt/venv/bin/python -c 'import operation.run_discord, operation.program' \
    && chmod -R a+rX,go-w .

FROM ${DEBIAN}
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates python3 \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt /var/cache/debconf /var/log/* /usr/share/man/* \
    && find /usr/share/doc -type f ! -name copyright -delete \
    && groupadd --gid 10001 gridlock \
    && useradd --uid 10001 --gid gridlock --no-create-home --home-dir /data --shell /usr/sbin/nologin gridlock \
    && install -d -m 700 -o gridlock -g gridlock /data /replica \
    && find /usr -xdev -perm /6000 -type f -exec chmod a-s {} +
COPY --from=build /opt/venv /opt/venv
COPY --from=build /srv/gridlock /srv/gridlock
WORKDIR /srv/gridlock
# The status port is open inside of the container only, for the health check.
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_URL=sqlite:////data/gridlock.db \
    GRIDLOCK_STATUS=8080 \
    GRIDLOCK_LOG_FORMAT=json
USER 10001:10001
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=5m --retries=6 \
    CMD ["python", "-m", "operation.supervision.healthcheck"]
ENTRYPOINT ["python", "bot.py"]
