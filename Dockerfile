# syntax=docker/dockerfile:1
# Plumbline as an image: built with the development packages, run without them.
#
#   docker build -t plumbline .
#   docker run --read-only --tmpfs /tmp -v plumbline-data:/data -p 127.0.0.1:8080:8080 plumbline
#
# deploy/try-image.ts runs these very steps without Docker.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY . .
# The npm scripts use the Node of this image, not the development package of that name.
RUN npm ci --no-audit --no-fund
# AlaSQL alone is kept of the development packages: what it depends on is never loaded.
RUN cp -r node_modules/alasql .alasql \
    && npm prune --omit=dev --no-audit --no-fund --ignore-scripts \
    && mv .alasql node_modules/alasql
RUN rm -rf test bench .ci .git

FROM node:24.21.0-bookworm-slim AS run
ENV NODE_ENV=production \
    PLUMBLINE_HOST=0.0.0.0 \
    PLUMBLINE_PORT=8080 \
    PLUMBLINE_DATA_DIR=/data \
    NODE_COMPILE_CACHE=/tmp/compile-cache
WORKDIR /app
COPY --from=build --chown=root:root /build /app
RUN mkdir -p /data && chown 1000:1000 /data
# "node" of the base image; the application folder belongs to root, so that the service cannot change itself.
USER 1000:1000
VOLUME ["/data"]
EXPOSE 8080
# Longer than shutdown_ms has to be what the runtime waits after SIGTERM (docker run --stop-timeout, terminationGracePeriodSeconds).
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PLUMBLINE_PORT ?? 8080) + '/readyz', { signal: AbortSignal.timeout(4000) }).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node as process 1 handles SIGTERM by itself (src/main.ts) and collects its own children; nothing else is started here.
CMD ["node", "bin/plumbline.js", "start"]
