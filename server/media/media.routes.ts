import { mediaEndpoints } from '#domain/media/media.endpoints.ts'
import type { FastifyRequest } from 'fastify'
import { isGalerieOuverte } from '#domain/permissions/evenement.permissions.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { createGrant } from '../grant/grant.ts'
import { DownloadSlots } from '../http/downloadSlots.ts'
import type { Serve } from '../http/serve.ts'
import type { SessionDeps } from '../session/acteur.ts'
import { readGalerie } from './galerie.ts'
import { signGallery } from './gallerySignature.ts'
import { emptyCorbeille, listCorbeille, restoreMedia } from './corbeille.usecases.ts'
import { findMediasOfAuteur, mediasOfOrganisateur, mediasOfParticipant } from './media.repository.ts'
import { markCouverture, markFavori, moderate, removeOwn } from './media.usecases.ts'
import { type BytesDeps, sendBytes } from './mediaBytes.ts'
import { mediaView } from './mediaView.ts'

/**
 * Open originals and films of one person: two browsers open six connections each to a server without HTTP/2. Other
 * previews are read at once and do not count.
 */
const maxDownloads = 12

export function registerMedias(serve: Serve, deps: SessionDeps & Omit<BytesDeps, 'slots'>): void {
  serve(mediaEndpoints.listOrganisateur, ({ acteur, resource, input }) => {
    const medias = mediasOfOrganisateur(deps.database, resource.id, input.query)
    return readGalerie({ acteur, medias, order: 'depot', ...input.query })
  })
  serve(mediaEndpoints.readOrganisateur, ({ acteur, resource }) => mediaView(resource.media, acteur))
  // By the organiser of the event, with a session or a grant for decisions (media.access.ts).
  for (const endpoint of [mediaEndpoints.valider, mediaEndpoints.validerAncien]) {
    serve(endpoint, ({ acteur, resource, input, request }) =>
      moderate(deps, {
        acteur,
        media: resource.media,
        statut: 'VALIDE',
        version: versionSeen(request) ?? input.body?.version,
      }),
    )
  }
  for (const endpoint of [mediaEndpoints.rejeter, mediaEndpoints.rejeterAncien]) {
    serve(endpoint, ({ acteur, resource, input: { body }, request }) =>
      moderate(deps, {
        acteur,
        media: resource.media,
        statut: 'REJETE',
        raison: body.raison,
        version: versionSeen(request) ?? body.version,
      }),
    )
  }
  serve(mediaEndpoints.removeOrganisateur, async ({ acteur, resource, request }) => {
    await moderate(deps, { acteur, media: resource.media, statut: 'SUPPRIME', version: versionSeen(request) })
    return { message: phrases.mediaSupprime }
  })
  serve(mediaEndpoints.favori, ({ acteur, resource: { media } }) => markFavori(deps, { acteur, media, favori: true }))
  serve(mediaEndpoints.unfavori, ({ acteur, resource: { media } }) =>
    markFavori(deps, { acteur, media, favori: false }),
  )
  serve(mediaEndpoints.couverture, ({ acteur, resource: { media } }) =>
    markCouverture(deps, { acteur, media, couverture: true }),
  )
  serve(mediaEndpoints.sansCouverture, ({ acteur, resource: { media } }) =>
    markCouverture(deps, { acteur, media, couverture: false }),
  )
  serve(mediaEndpoints.corbeille, ({ acteur, resource }) => listCorbeille(deps, acteur, resource.id))
  serve(mediaEndpoints.viderCorbeille, async ({ acteur, resource, input: { query } }) => {
    await emptyCorbeille(deps, { acteur, evenementId: resource.id, until: query.jusqua })
    return { message: 'Corbeille vidée' }
  })
  serve(mediaEndpoints.restaurer, ({ acteur, resource }) => restoreMedia(deps, { acteur, media: resource }))

  serve(mediaEndpoints.moderationGrant, ({ acteur, resource }) =>
    createGrant(deps, { acteur, evenementId: resource.id, portee: 'moderation' }),
  )

  serve(mediaEndpoints.listParticipant, ({ acteur, resource, input }) => {
    const { evenement } = resource
    const seesGalerie = isGalerieOuverte(evenement, deps.clock.now().getTime())
    const who = { evenementId: evenement.id, utilisateurId: acteur.id, seesGalerie }
    return readGalerie({ acteur, medias: mediasOfParticipant(deps.database, who), order: 'prise', ...input.query })
  })
  serve(mediaEndpoints.mine, async ({ acteur }) =>
    (await findMediasOfAuteur(deps.database, acteur.id)).map((media) => mediaView(media, acteur)),
  )
  serve(mediaEndpoints.readParticipant, ({ acteur, resource }) => mediaView(resource, acteur))
  serve(mediaEndpoints.removeParticipant, async ({ acteur, resource, input }) => {
    await removeOwn(deps, { acteur, media: resource, onlyIn: input.query.statut })
    return { message: phrases.mediaSupprime }
  })
  serve(mediaEndpoints.signature, ({ acteur, resource }) =>
    signGallery(deps, { utilisateurId: acteur.id, jti: acteur.credential.jti }, resource.id),
  )
  const slots = new DownloadSlots({ clock: deps.clock, maxPerPerson: maxDownloads, code: 'media.occupe' })
  for (const endpoint of [mediaEndpoints.download, mediaEndpoints.bytes]) {
    serve(endpoint, ({ acteur, resource, input, request, reply }) =>
      sendBytes({ ...deps, slots }, { acteur, ...resource, ...input.query, request, reply }),
    )
  }
}

/** The version that the client saw, from If-Match (product 22). */
function versionSeen(request: FastifyRequest): number | undefined {
  const version = /^"?(\d{1,9})"?$/.exec(request.headers['if-match'] ?? '')?.[1]
  return version === undefined ? undefined : Number(version)
}
