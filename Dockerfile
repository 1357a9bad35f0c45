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
RUN node scripts/licenses.mjs > LICENSES-OF-PACKAGES.txt

FROM node:${NODE_VERSION}-slim
# The data folder is below /tmp, which can be written also where the root file system is read-only.
ENV NODE_ENV=production NODE_OPTIONS=--enable-source-maps HOST=0.0.0.0 METRICS_HOST=0.0.0.0 SEED=off DATA_DIR=/tmp/data-access-service
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
COPY LICENSE ./
COPY --from=build /app/LICENSES-OF-PACKAGES.txt ./
COPY --from=build /app/dist dist
# For a volume with the data folder, such as that of docker-compose.yml: a new volume takes the mode of the folder that it covers.
RUN mkdir -m 1777 /data
# What identifies the image. Last, because a new revision must not install everything anew.
ARG VERSION=0.1.0
ARG REVISION=
LABEL org.opencontainers.image.title="Data Access Service" \
  org.opencontainers.image.description="Self-hosted, multi-tenant enrichment and prospecting over your own company, person and intent records" \
  org.opencontainers.image.licenses=MIT \
  org.opencontainers.image.version=$VERSION \
  org.opencontainers.image.revision=$REVISION
# The account `node`, by its number: Kubernetes cannot tell from a name that it is not root.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=64", "--no-allocation-site-pretenuring", "dist/main.js"]
