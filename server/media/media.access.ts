import {
  canDeleteOwnMedia,
  canModerateMedia,
  canReadMedia,
  canReadMediaBytes,
  canReadOriginalWhole,
  canRestoreMedia,
} from '#domain/permissions/media.permissions.ts'
import type { EvenementRow, InscriptionRow } from '../database/tables/evenements.ts'
import { findEvenement } from '../evenement/evenement.repository.ts'
import { grantHolderOf } from '../grant/grant.ts'
import { type AccessContext, type AccessRules, type AccessRequest, rowAsked } from '../http/accessRule.ts'
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
      const { s } = asked.request.query as { s?: unknown }
      const { acteur, media, seen, reader } =
        typeof s === 'string'
          ? await signedMedia(deps, asked, s)
          : await askedMedia(deps, asked, await acteurOf(deps, asked))
      if (!canReadMediaBytes(reader, seen)) throw asked.refusal()
      return { acteur, resource: { media, seesAll: canReadOriginalWhole(acteur, media) } }
    },
  } satisfies AccessRules<MediaContexts>
}

async function moderatedBy(deps: ActeurDeps, asked: AccessRequest, acteur: ActeurConnecte) {
  const { media, evenement } = await seenBy(deps, asked, acteur)
  if (!canModerateMedia(acteur, { evenement })) throw asked.refusal()
  return { acteur, resource: { media, evenement } }
}

async function seenBy(deps: ActeurDeps, asked: AccessRequest, acteur: ActeurConnecte) {
  const { media, evenement, seen, reader } = await askedMedia(deps, asked, acteur)
  const isErased = media.statut === 'SUPPRIME' && media.decideParId === media.auteurId
  if (isErased || !canReadMedia(reader, seen)) throw asked.refusal()
  return { media, evenement }
}

/** The media of the URL, with what decides whether this person may see it. */
async function askedMedia(deps: ActeurDeps, asked: AccessRequest, acteur: ActeurConnecte) {
  const id = mediaIdOf(asked)
  const rows = assertAsked(asked, await findRows(deps, id))
  const inscription = await findInscriptionOf(deps.database, {
    evenementId: rows.evenement.id,
    utilisateurId: acteur.id,
  })
  return contextOf(deps, rows, { acteur, inscription })
}

/** As {@link askedMedia}, for the holder of a gallery signature, on cached rows. */
async function signedMedia(deps: ActeurDeps, asked: AccessRequest, signature: string) {
  const { database } = deps
  const cache = deps.readCache.batch()
  const id = mediaIdOf(asked)
  const rows = assertAsked(asked, await cache.read(`media ${id}`, () => findRows(deps, id)))
  const evenementId = rows.evenement.id
  const holder = readGallerySignature(deps, signature, evenementId)
  if (!holder) throw asked.refusal()
  const { utilisateurId, jti } = holder
  const { acteur, inscription } = await cache.read(`reader ${evenementId} ${utilisateurId} ${jti}`, async () => ({
    acteur: await findActeurOfSession(database, holder),
    inscription: await findInscriptionOf(database, { evenementId, utilisateurId }),
  }))
  if (!acteur) throw asked.refusal()
  return contextOf(deps, rows, { acteur, inscription })
}

function mediaIdOf(asked: AccessRequest): number {
  const params = asked.params()
  return Number(params['mediaId'] ?? params['id'])
}

interface MediaRows {
  readonly media: MediaAvecAuteur
  readonly evenement: EvenementRow
}

async function findRows({ database }: ActeurDeps, id: number): Promise<MediaRows | undefined> {
  const media = await findMedia(database, id)
  const evenement = media && (await findEvenement(database, media.evenementId))
  return media && evenement && { media, evenement }
}

/** The older paths contain the event id as well. */
function assertAsked(asked: AccessRequest, rows: MediaRows | undefined): MediaRows {
  const params = asked.params()
  if (!rows || ('mediaId' in params && rows.evenement.id !== params['id'])) throw asked.refusal()
  return rows
}

interface Reader {
  readonly acteur: ActeurConnecte
  readonly inscription: Pick<InscriptionRow, 'statutInscription'> | undefined
}

function contextOf({ clock }: ActeurDeps, { media, evenement }: MediaRows, { acteur, inscription }: Reader) {
  const { statut, auteurId, corbeilleLe } = media
  const seen = { statut, auteurId, evenement, estEnCorbeille: corbeilleLe !== null }
  const statutInscription = inscription?.statutInscription ?? null
  return { acteur, media, evenement, seen, reader: { acteur, statutInscription, now: clock.now().getTime() } }
}
