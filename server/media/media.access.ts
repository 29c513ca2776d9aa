import {
  canDeleteOwnMedia,
  canModerateMedia,
  canReadMedia,
  canReadMediaBytes,
  canReadOriginalWhole,
  canRestoreMedia,
} from '#domain/permissions/media.permissions.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import type { UnchangedReads } from '../database/unchangedReads.ts'
import { findEvenement } from '../evenement/evenement.repository.ts'
import { grantHolderOf } from '../grant/grant.ts'
import { type AccessContext, type AccessRules, type Asked, rowAsked } from '../http/accessRule.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { Problem } from '../http/problem.ts'
import { findInscriptionOf } from '../inscription/inscription.repository.ts'
import { acteurOf, type ActeurDeps } from '../session/acteur.ts'
import { findActeurOfSession } from '../session/activeActeur.ts'
import { readGallerySignature } from './gallerySignature.ts'
import { findMedia, type MediaAvecAuteur } from './media.repository.ts'

interface MediaModere {
  readonly media: MediaAvecAuteur
  readonly evenement: EvenementRow
}

export interface MediaContexts {
  'media.organisateur': AccessContext<MediaModere>
  'media.moderateur': AccessContext<MediaModere>
  'media.corbeille': AccessContext<MediaAvecAuteur>
  'media.auteur': AccessContext<MediaAvecAuteur>
  'media.lecteur': AccessContext<MediaAvecAuteur>
  'media.octets': AccessContext<{ media: MediaAvecAuteur; seesAll: boolean }>
}

/**
 * Rules that look a media up by the `id` of the URL. The answer for another event's media equals that for a missing
 * one.
 */
export function mediaAccess(deps: ActeurDeps) {
  return {
    'media.organisateur': async (asked) => moderatedBy(deps, asked, await acteurOf(deps, asked)),
    // A client without network sends its decisions later, with a grant of the event (product 22).
    'media.moderateur': async (asked) => {
      const { mediaId, id } = asked.request.params as { mediaId?: string; id?: string }
      const media = await findMedia(deps.database, rowAsked(mediaId ?? id))
      const which = { evenementId: media?.evenementId ?? 0, portee: 'moderation' } as const
      return moderatedBy(deps, asked, await grantHolderOf(deps, asked, which))
    },
    'media.corbeille': async (asked) => {
      const acteur = await acteurOf(deps, asked)
      const { media, seen } = await askedMedia(deps, asked, acteur)
      if (!canRestoreMedia(acteur, seen)) throw asked.refusal()
      return { acteur, resource: media }
    },
    'media.auteur': async (asked) => {
      const acteur = await acteurOf(deps, asked)
      const { media } = await seenBy(deps, asked, acteur)
      if (acteur.role !== 'PARTICIPANT') throw asked.refusal()
      // A participant of the event can already see this media, so this answer reveals nothing.
      if (!canDeleteOwnMedia(acteur, media)) throw new Problem('media.suppression_refusee')
      return { acteur, resource: media }
    },
    'media.lecteur': async (asked) => {
      const acteur = await acteurOf(deps, asked)
      const { media } = await seenBy(deps, asked, acteur)
      if (acteur.role !== 'PARTICIPANT') throw asked.refusal()
      return { acteur, resource: media }
    },
    // An image element cannot send a bearer token: the URL carries a short-lived signature instead. Every read checks
    // the rights again, on rows that are kept while nothing has changed: a gallery shows thousands of thumbnails.
    'media.octets': async (asked) => {
      const acteur = await readerOf(deps, asked)
      const { media, seen, reader } = await askedMedia(deps, asked, acteur, deps.reads)
      if (!canReadMediaBytes(reader, seen)) throw asked.refusal()
      return { acteur, resource: { media, seesAll: canReadOriginalWhole(acteur, media) } }
    },
  } satisfies AccessRules<MediaContexts>
}

async function moderatedBy(deps: ActeurDeps, asked: Asked, acteur: ActeurConnecte) {
  const { media, evenement } = await seenBy(deps, asked, acteur)
  if (!canModerateMedia(acteur, { evenement })) throw asked.refusal()
  return { acteur, resource: { media, evenement } }
}

async function seenBy(deps: ActeurDeps, asked: Asked, acteur: ActeurConnecte) {
  const { media, evenement, seen, reader } = await askedMedia(deps, asked, acteur)
  const isErased = media.statut === 'SUPPRIME' && media.decideParId === media.auteurId
  if (isErased || !canReadMedia(reader, seen)) throw asked.refusal()
  return { media, evenement }
}

/** The media of the URL, with what decides who may see it. */
async function askedMedia(
  { database, clock }: ActeurDeps,
  asked: Asked,
  acteur: ActeurConnecte,
  reads: Pick<UnchangedReads, 'read'> = { read: (_key, query) => query() },
) {
  const params = asked.params()
  const id = Number(params['mediaId'] ?? params['id'])
  const media = await reads.read(`media ${id}`, () => findMedia(database, id))
  const { evenementId = 0 } = media ?? {}
  const evenement = await reads.read(`evenement ${evenementId}`, () => findEvenement(database, evenementId))
  // The older paths contain the event id as well.
  if (!media || !evenement || ('mediaId' in params && evenement.id !== params['id'])) throw asked.refusal()
  const inscription = await reads.read(`inscription ${evenementId} ${acteur.id}`, () =>
    findInscriptionOf(database, { evenementId, utilisateurId: acteur.id }),
  )
  const { statut, auteurId, corbeilleLe } = media
  const seen = { statut, auteurId, evenement, estEnCorbeille: corbeilleLe !== null }
  const statutInscription = inscription?.statutInscription ?? null
  const reader = { acteur, statutInscription, now: clock.now().getTime() }
  return { media, evenement, seen, reader }
}

async function readerOf(deps: ActeurDeps, asked: Asked): Promise<ActeurConnecte> {
  const { s } = asked.request.query as { s?: unknown }
  if (typeof s !== 'string') return acteurOf(deps, asked)
  const { database, reads } = deps
  const id = Number(asked.params()['id'])
  const media = await reads.read(`media ${id}`, () => findMedia(database, id))
  const holder = media && readGallerySignature(deps, s, media.evenementId)
  const person = holder
    ? await reads.read(`acteur ${holder.utilisateurId} ${holder.jti}`, () => findActeurOfSession(database, holder))
    : undefined
  if (!person) throw asked.refusal()
  return person
}
