import type { ErrorCode } from '#domain/contract/errors.ts'
import { type StatutEvenement, statutsOuvertsAuDepot } from '#domain/evenement/evenement.ts'
import type { StatutInscription } from '#domain/inscription/inscription.ts'
import type { StatutMedia } from '#domain/media/media.ts'
import {
  type Acteur,
  canManageEvenement,
  canSeeGalerie,
  type GalerieRegle,
  type MediaReader,
} from '#domain/permissions/evenement.permissions.ts'
import { stagingLeadMs } from '#domain/upload/uploadLimits.ts'

interface Depot {
  readonly statutEvenement: StatutEvenement
  readonly statutInscription: StatutInscription | null
  /** Whether the organiser has erased their account: no one could validate the media. */
  readonly sansOrganisateur?: boolean | undefined
}

/**
 * Media may be uploaded by a VALIDE participant while the event is TERMINE or EN_COURS (specification, section 6). The
 * consent is asked for at the upload.
 */
export function canDeposerMedia(depot: Depot): boolean {
  return refusDepot({ ...depot, consentementValide: true }) === null
}

/**
 * Why an upload is refused now, as the code the queue acts on; null when it is taken.
 * The registration is checked before the event, so that the answer does not reveal the state of an event of others.
 */
export function refusDepot(depot: Depot & { consentementValide: boolean }): ErrorCode | null {
  if (depot.statutInscription !== 'VALIDE') return 'upload.inscription_requise'
  if (!statutsOuvertsAuDepot.includes(depot.statutEvenement)) return 'upload.evenement_ferme'
  if (depot.sansOrganisateur) return 'upload.sans_organisateur'
  return depot.consentementValide ? null : 'upload.consentement_requis'
}

interface StagingState extends Depot {
  readonly dateDebut: string
  /** Whether the person is a guest. */
  readonly invite: boolean
}

/**
 * Whether photos may already be put into the phone's queue: the event is open, or planned and about to start; then they
 * wait as `blocked` (product 23). A guest may do so before the organiser has validated the registration; an
 * account sees the button with a VALIDE one only (specification, section 2).
 * @param now milliseconds since 1970
 */
export function canStageMedia(staging: StagingState, now: number): boolean {
  const { statutEvenement, statutInscription, sansOrganisateur = false, dateDebut, invite } = staging
  const isIn = statutInscription === 'VALIDE' || (invite && statutInscription === 'EN_ATTENTE')
  if (sansOrganisateur || !isIn) return false
  const isNear = Date.parse(dateDebut) - now <= stagingLeadMs
  return statutsOuvertsAuDepot.includes(statutEvenement) || (statutEvenement === 'PLANIFIE' && isNear)
}

interface MediaSeen {
  readonly statut: StatutMedia
  readonly auteurId: number
  readonly evenement: GalerieRegle & { readonly createurId: number }
}

/**
 * VALIDE: the organiser, and members while they see the gallery. Other statuts: the organiser, and always the author
 * (product 21).
 */
export function canReadMedia(reader: MediaReader, media: MediaSeen): boolean {
  const { acteur } = reader
  if (media.auteurId === acteur.id) return true
  if (canManageEvenement(acteur, media.evenement)) return media.statut !== 'SUPPRIME'
  return media.statut === 'VALIDE' && canSeeGalerie(reader, media.evenement)
}

interface MediaRemovable extends MediaSeen {
  /** Whether the organiser can still restore it. */
  readonly estEnCorbeille: boolean
}

/** Only the organiser may read the bytes of a removed media, as long as it can be restored (product 22). */
export function canReadMediaBytes(reader: MediaReader, media: MediaRemovable): boolean {
  if (media.statut !== 'SUPPRIME') return canReadMedia(reader, media)
  return media.estEnCorbeille && canManageEvenement(reader.acteur, media.evenement)
}

/** Restoring a media that is not in the bin changes nothing; an erased one is not visible to the organiser either. */
export function canRestoreMedia(acteur: Acteur, media: MediaRemovable): boolean {
  return canManageEvenement(acteur, media.evenement) && (media.estEnCorbeille || media.statut !== 'SUPPRIME')
}

/** Only the organiser of the event decides on a media (specification, section 6). */
export function canModerateMedia(
  acteur: Acteur,
  media: { readonly evenement: { readonly createurId: number } },
): boolean {
  return canManageEvenement(acteur, media.evenement)
}

/** An author may always delete their own (product 21). */
export function canDeleteOwnMedia(acteur: Acteur, media: Pick<MediaSeen, 'auteurId'>): boolean {
  return media.auteurId === acteur.id
}

/** Only its author may read the unblanked original, which includes the location (product 25). */
export function canReadOriginalWhole(acteur: Acteur, media: Pick<MediaSeen, 'auteurId'>): boolean {
  return media.auteurId === acteur.id
}
