# Of the versions that are maintained, the one that measured best: docs/performance.md.
ARG NODE_VERSION=22

FROM node:${NODE_VERSION}-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
# Among the optional packages is the compiler for this platform.
RUN npm ci --include=dev
COPY . .
RUN node scripts/build.mjs

FROM node:${NODE_VERSION}-slim
ENV NODE_ENV=production NODE_OPTIONS=--enable-source-maps HOST=0.0.0.0 METRICS_HOST=0.0.0.0 SEED=off
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
# Optional are the embedded PostgreSQL, which a container does not use, and Prisma's command line. What else goes are the
# query compilers for databases that we do not use.
RUN npm ci --omit=dev --omit=optional \
  && npm cache clean --force \
  && find node_modules/@prisma/client/runtime -name 'query_compiler_*' ! -name '*postgresql*' -delete
COPY prisma/migrations prisma/migrations
COPY prisma/functions prisma/functions
COPY demo demo
COPY --from=build /app/dist dist
# An import puts the lines that it rejects into the working directory. Sticky: what is there cannot be replaced.
RUN chmod 1777 .
# The account `node`, by its number: Kubernetes cannot tell from a name that it is not root.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=64", "dist/main.js"]
