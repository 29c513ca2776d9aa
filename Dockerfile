# The server with the built app. `npm run image` plays these steps in an ordinary folder, without a container engine.
FROM node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev
# The image brings Node already.
RUN rm -rf node_modules/node node_modules/node-*

FROM node:24-trixie-slim
# The client has pg_dump and pg_restore of PostgreSQL 17, for backups.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg postgresql-client tini \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/domain ./domain
COPY --from=build /app/server ./server
# A volume without contents gets the owner of the folder in the image.
RUN mkdir /data /var/tmp/eclats && chown node:node /data /var/tmp/eclats
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4170 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 4170
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "server/healthCommand.ts"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "server/main.ts"]
