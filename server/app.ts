import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { registerAbonnement } from './abonnement/abonnement.routes.ts'
import { registerDemonstration } from './abonnement/demonstration.routes.ts'
import { registerAlbums } from './album/album.routes.ts'
import { registerClesAcces } from './cleAcces/cleAcces.routes.ts'
import { consentementAccess } from './consentement/consentement.access.ts'
import { registerConsentement } from './consentement/consentement.routes.ts'
import { registerDashboards } from './dashboard/dashboard.routes.ts'
import { demandeRetraitAccess } from './demandeRetrait/demandeRetrait.access.ts'
import { registerDemandesRetrait } from './demandeRetrait/demandeRetrait.routes.ts'
import { registerDonnees } from './donnees/donnees.routes.ts'
import { serveCourriels } from './demo/courriels.ts'
import { evenementAccess } from './evenement/evenement.access.ts'
import { registerEvenement } from './evenement/evenement.routes.ts'
import { registerFusions } from './fusion/fusion.routes.ts'
import type { AccessRules } from './http/access.ts'
import { appHeaders } from './http/appHeaders.ts'
import { handleErrors, sendProblem } from './http/errorHandler.ts'
import { GracefulShutdown } from './http/gracefulShutdown.ts'
import { parseForwardedFor, warnOfUntrustedProxy } from './http/forwardedFor.ts'
import { jsonMaxBytes, parseJsonBodies } from './http/jsonBody.ts'
import { logAnswers } from './http/logging.ts'
import { servePages } from './http/pages.ts'
import { servePagesWithRedirect } from './http/pagesWithRedirect.ts'
import { openRendering } from './http/rendering.ts'
import { servePageStyle } from './http/plainPage.ts'
import { openContract } from './http/serve.ts'
import { type BodyLimits, endSlowBodies } from './http/slowBodies.ts'
import { endSlowReaders } from './http/slowReaders.ts'
import { Problem } from './http/problem.ts'
import { inscriptionAccess } from './inscription/inscription.access.ts'
import { registerInscriptions } from './inscription/inscription.routes.ts'
import { invitationAccess } from './invitation/invitation.access.ts'
import { lienAccess } from './lien/lien.access.ts'
import { registerLiens } from './lien/lien.routes.ts'
import { serveLienPage } from './lien/lienPage.ts'
import { registerLive } from './live/live.routes.ts'
import { mediaAccess } from './media/media.access.ts'
import type { AccelRedirect } from './media/mediaBytes.ts'
import { registerMedias } from './media/media.routes.ts'
import { registerInvitation } from './invitation/invitation.routes.ts'
import { registerNotifications } from './notification/notification.routes.ts'
import { registerAvis } from './notification/avis.routes.ts'
import { registerOpenApi } from './openapi/openapi.routes.ts'
import type { Parts } from './parts.ts'
import { registerPush } from './push/push.routes.ts'
import { registerRecompenses } from './recompense/recompense.routes.ts'
import { registerStatistiques } from './statistique/statistique.routes.ts'
import { registerMultipart } from './upload/multipart.routes.ts'
import { uploadAccess } from './upload/upload.access.ts'
import { registerUploads } from './upload/upload.routes.ts'
import { isUploadUrl } from './upload/uploadUrl.ts'
import { logSecurityEvent } from './securite/securityEvents.ts'
import { registerService } from './service/service.routes.ts'
import { registerSecondFacteur } from './secondFacteur/secondFacteur.routes.ts'
import { registerAppareils } from './session/appareil.routes.ts'
import { sessionAccess } from './session/session.access.ts'
import { registerAdministration } from './utilisateur/administration.routes.ts'
import { registerCompte } from './utilisateur/compte.routes.ts'
import { registerUtilisateur } from './utilisateur/utilisateur.routes.ts'

const overriding = new Set(['PATCH', 'DELETE', 'HEAD'])

/** Settings of the process that are not dependencies of use cases. */
export interface AppSettings {
  readonly logger: FastifyBaseLogger
  /** Folder of the built app; null serves only the API. */
  readonly dist: string | null
  readonly trustedProxies: readonly string[]
  /** Whether HSTS includes subdomains; false when absent. */
  readonly hstsSubdomains?: boolean
  readonly bodyLimits?: BodyLimits
  /** Timeout of a client that reads nothing of a response, in ms; five minutes when absent. */
  readonly readerTimeoutMs?: number
  /** A proxy that sends previews itself; none when absent or null. */
  readonly accel?: AccelRedirect | null
  /** Answers the health checks alone; false when absent. */
  readonly isWorker?: boolean
  /** Shared with the stop of the process; of the app alone when absent. */
  readonly shutdown?: GracefulShutdown
}

/** Timeout for the headers of a request, in ms. */
const headersTimeoutMs = 15_000

/** Builds the app; the order of hooks matters. @throws Error when an endpoint has no access rule or no handler */
export async function buildApp(parts: Parts, settings: AppSettings): Promise<FastifyInstance> {
  const tls = parts.publicUrl.startsWith('https:')
  const headers = appHeaders({ tls, subdomains: settings.hstsSubdomains ?? false })
  const app = Fastify({
    loggerInstance: settings.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    routerOptions: { maxParamLength: 200 },
    bodyLimit: jsonMaxBytes,
    // A request that arrives while the server closes is answered like any other.
    return503OnClosing: false,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: 5000 },
    rewriteUrl: overrideTusMethod,
    // An address that cannot be decoded: hooks and the error handler do not run, and the library would repeat it.
    frameworkErrors: (_error, request, reply) => {
      void reply.headers(headers).header('X-Request-Id', request.id)
      sendProblem(
        new Problem('requete.invalide', { values: { raison: "l'adresse n'est pas lisible" } }),
        request,
        reply,
      )
    },
  })
  parseJsonBodies(app)
  parseForwardedFor(app)
  warnOfUntrustedProxy(app, settings.trustedProxies)
  endSlowBodies(app, settings.bodyLimits)
  endSlowReaders(app, settings.readerTimeoutMs)
  const { shutdown = new GracefulShutdown() } = settings
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('X-Request-Id', request.id)
    done()
  })
  logAnswers(app)
  handleErrors(app)
  refuseTwoHosts(app)
  if (settings.isWorker) answerHealthAlone(app)
  shutdown.watch(app)

  const rules: AccessRules = {
    ...sessionAccess(parts),
    ...evenementAccess(parts),
    ...inscriptionAccess(parts),
    ...invitationAccess(parts),
    ...lienAccess(parts),
    ...consentementAccess(parts),
    ...mediaAccess(parts),
    ...uploadAccess(parts),
    ...demandeRetraitAccess(parts),
  }
  const { serve, finish } = openContract(app, rules, (answered) => logSecurityEvent(parts.journal, answered))
  registerService(serve, { ...parts, shutdown })
  registerOpenApi(serve, parts)
  registerUtilisateur(serve, parts)
  registerCompte(serve, parts)
  registerFusions(serve, parts)
  registerAppareils(serve, parts)
  registerSecondFacteur(serve, parts)
  registerClesAcces(serve, parts)
  registerAdministration(serve, parts)
  registerAbonnement(serve, parts)
  registerDemonstration(serve, parts)
  registerDonnees(serve, { ...parts, ...parts.medias })
  registerEvenement(serve, parts)
  registerInscriptions(serve, parts)
  registerInvitation(serve, parts)
  registerLiens(serve, parts)
  registerConsentement(serve, parts)
  registerDemandesRetrait(serve, parts)
  registerStatistiques(serve, parts)
  registerDashboards(serve, parts)
  registerRecompenses(serve, parts)
  registerNotifications(serve, parts)
  registerPush(serve, parts)
  registerLive(app, serve, parts)
  registerMedias(serve, { ...parts, ...parts.medias, accel: settings.accel ?? null })
  registerAlbums(serve, { ...parts, ...parts.medias })
  registerUploads(app, serve, { ...parts, ...parts.medias })
  await registerMultipart(app, serve, { ...parts, ...parts.medias })
  registerAvis(app, serve, parts)
  finish()

  servePageStyle(app)
  if (parts.demo) serveCourriels(app, parts.database)
  await servePages(app, settings.dist)
  const rendering = await openRendering(settings.dist)
  if (rendering) {
    await serveLienPage(app, parts, rendering)
    await servePagesWithRedirect(app, rendering)
  }
  return app
}

/** A worker is not reachable from the outside, and does not act when it is. */
function answerHealthAlone(app: FastifyInstance): void {
  app.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    const isHealth = routeOptions.url !== undefined && /^\/api\/health(\/|$)/.test(routeOptions.url)
    done(isHealth ? undefined : new Problem('requete.introuvable'))
  })
}

/**
 * Refuses a request with two Host headers (RFC 9112, 3.2): Node uses the first one, a proxy may have used the last
 * one.
 */
function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders } = request.raw
    let hosts = 0
    for (let at = 0; at < rawHeaders.length; at += 2) {
      if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
    }
    if (hosts < 2) return done()
    return done(new Problem('requete.invalide', { values: { raison: "l'en-tête Host est présent deux fois" } }))
  })
}

/**
 * Replaces the method of a request with X-HTTP-Method-Override (tus 1.0, "X-HTTP-Method-Override"), because some
 * networks only allow GET and POST. Applies only to a POST to a single upload, before routing.
 */
function overrideTusMethod(request: IncomingMessage): string {
  const { url = '/', method, headers } = request
  const override = String(headers['x-http-method-override'] ?? '').toUpperCase()
  if (method === 'POST' && overriding.has(override) && isUploadUrl(url)) request.method = override
  return url
}
