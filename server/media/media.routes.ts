import { mediaEndpoints } from '#domain/media/media.endpoints.ts'
import type { FastifyRequest } from 'fastify'
import { phrases } from '#domain/texte/phrases.ts'
import { createGrant } from '../grant/grant.ts'
import type { Serve } from '../http/serve.ts'
import type { SessionDeps } from '../session/acteur.ts'
import { readGalerie } from './galerie.ts'
import { signGallery } from './gallerySignature.ts'
import { emptyCorbeille, listCorbeille, restoreMedia } from './corbeille.usecases.ts'
import { findMediasOfAuteur, mediasOfOrganisateur, mediasOfParticipant } from './media.repository.ts'
import { markCouverture, markFavori, moderate, removeOwn } from './media.usecases.ts'
import { sendBytes } from './mediaBytes.ts'
import { mediaView } from './mediaView.ts'
import type { OriginalDeps } from './originalBytes.ts'
import type { VariantDeps } from './variantJobs.ts'

/** Media for organisers and participants, and their bytes. */
export function mediaRoutes(serve: Serve, deps: SessionDeps & VariantDeps & OriginalDeps): void {
  serve(mediaEndpoints.listOrganisateur, ({ acteur, objet, input }) => {
    const medias = mediasOfOrganisateur(deps.database, objet.id, input.query)
    return readGalerie({ acteur, medias, order: 'depot', ...input.query })
  })
  serve(mediaEndpoints.readOrganisateur, ({ acteur, objet }) => mediaView(objet.media, acteur))
  for (const endpoint of [mediaEndpoints.valider, mediaEndpoints.validerAncien]) {
    serve(endpoint, ({ acteur, objet, input, request }) =>
      moderate(deps, { acteur, media: objet.media, statut: 'VALIDE', version: seen(request) ?? input.body?.version }),
    )
  }
  for (const endpoint of [mediaEndpoints.rejeter, mediaEndpoints.rejeterAncien]) {
    serve(endpoint, ({ acteur, objet, input: { body }, request }) =>
      moderate(deps, {
        acteur,
        media: objet.media,
        statut: 'REJETE',
        raison: body.raison,
        version: seen(request) ?? body.version,
      }),
    )
  }
  serve(mediaEndpoints.removeOrganisateur, async ({ acteur, objet, request }) => {
    await moderate(deps, { acteur, media: objet.media, statut: 'SUPPRIME', version: seen(request) })
    return { message: phrases.mediaSupprime }
  })
  serve(mediaEndpoints.favori, ({ acteur, objet: { media } }) => markFavori(deps, { acteur, media, favori: true }))
  serve(mediaEndpoints.unfavori, ({ acteur, objet: { media } }) => markFavori(deps, { acteur, media, favori: false }))
  serve(mediaEndpoints.couverture, ({ acteur, objet: { media } }) =>
    markCouverture(deps, { acteur, media, couverture: true }),
  )
  serve(mediaEndpoints.sansCouverture, ({ acteur, objet: { media } }) =>
    markCouverture(deps, { acteur, media, couverture: false }),
  )
  serve(mediaEndpoints.corbeille, ({ acteur, objet }) => listCorbeille(deps, acteur, objet.id))
  serve(mediaEndpoints.viderCorbeille, async ({ acteur, objet }) => {
    await emptyCorbeille(deps, acteur, objet.id)
    return { message: 'Corbeille vidée' }
  })
  serve(mediaEndpoints.restaurer, ({ acteur, objet }) => restoreMedia(deps, { acteur, media: objet }))

  serve(mediaEndpoints.moderationGrant, ({ acteur, objet }) =>
    createGrant(deps, { acteur, evenementId: objet.id, portee: 'moderation' }),
  )

  serve(mediaEndpoints.listParticipant, ({ acteur, objet, input }) => {
    const who = { evenementId: objet.evenement.id, utilisateurId: acteur.id }
    return readGalerie({ acteur, medias: mediasOfParticipant(deps.database, who), order: 'prise', ...input.query })
  })
  serve(mediaEndpoints.mine, async ({ acteur }) =>
    (await findMediasOfAuteur(deps.database, acteur.id)).map((media) => mediaView(media, acteur)),
  )
  serve(mediaEndpoints.readParticipant, ({ acteur, objet }) => mediaView(objet, acteur))
  serve(mediaEndpoints.removeParticipant, async ({ acteur, objet }) => {
    await removeOwn(deps, acteur, objet)
    return { message: phrases.mediaSupprime }
  })
  serve(mediaEndpoints.signature, ({ acteur, objet }) =>
    signGallery(deps, { utilisateurId: acteur.id, jti: acteur.credential.jti }, objet.id),
  )
  for (const endpoint of [mediaEndpoints.download, mediaEndpoints.bytes]) {
    serve(endpoint, ({ objet, input, request, reply }) => sendBytes(deps, { ...objet, ...input.query, request, reply }))
  }
}

/** The version a decision saw, from If-Match (product 22). */
function seen(request: FastifyRequest): number | undefined {
  const version = /^"?(\d{1,9})"?$/.exec(request.headers['if-match'] ?? '')?.[1]
  return version === undefined ? undefined : Number(version)
}
