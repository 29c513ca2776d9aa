/** Number of rows of a group of people. */
export interface Size {
  readonly organisateurs: number
  readonly participants: number
  readonly evenements: number
  readonly medias: number
  readonly inscriptions: number
  readonly notifications: number
  readonly audits: number
}

/** A group of people and their rows. Its ids follow those of the rows before. */
export interface Block {
  readonly size: Size
  readonly before: Size
  /** One event has a tenth of the media, and one organiser a tenth of the events. */
  readonly hasGiants: boolean
  readonly random: () => number
  /** Milliseconds since 1970. */
  readonly now: number
}

const none: Size = {
  organisateurs: 0,
  participants: 0,
  evenements: 0,
  medias: 0,
  inscriptions: 0,
  notifications: 0,
  audits: 0,
}

/** The measured people, the same on every host: one organiser with three events. */
const own: Size = {
  organisateurs: 1,
  participants: 40,
  evenements: 3,
  medias: 450,
  inscriptions: 120,
  notifications: 4100,
  audits: 500,
}

/**
 * The blocks of a host: the measured people, and all others.
 * @param scale 1: 10 003 events and a million media; 0: the measured people alone
 */
export function blocksOf(scale: number, { random, now }: Pick<Block, 'random' | 'now'>): Block[] {
  const of = (count: number) => Math.round(count * scale)
  const others: Size = {
    organisateurs: of(1000),
    participants: of(60_000),
    evenements: of(10_000),
    medias: of(1_000_000),
    inscriptions: of(300_000),
    notifications: of(510_000),
    audits: of(1_000_000),
  }
  return [
    { size: own, before: none, hasGiants: false, random, now },
    { size: others, before: own, hasGiants: true, random, now },
  ]
}

const dayMs = 86_400_000

/** The instant `days` after the time of the host, ISO 8601. */
export function dayFrom({ now }: Block, days: number): string {
  return new Date(now + days * dayMs).toISOString()
}

/** Ids of the measured rows, and of the largest ones of the others. */
export const measured = {
  organisateur: 1,
  participant: 2,
  administrateur: own.organisateurs + own.participants,
  evenement: 1,
  /** With a tenth of all events. */
  grandOrganisateur: own.organisateurs + own.participants + 1,
  /** The event with a tenth of all media, and its organiser. @param scale as {@link blocksOf} */
  grandAlbum: (scale: number) => own.evenements + Math.round(1000 * scale) + 1,
}

export function organisateurId({ before }: Block, n: number): number {
  return before.organisateurs + before.participants + n + 1
}

export function participantId(block: Block, n: number): number {
  return organisateurId(block, block.size.organisateurs + (n % block.size.participants))
}

export function evenementId({ before }: Block, n: number): number {
  return before.evenements + n + 1
}

/** The person with the n-th registration of an event. */
export function membreId(block: Block, evenement: number, n: number): number {
  return participantId(block, evenement * 17 + (n % inscriptionsEach(block)))
}

/** Registrations per event. */
export function inscriptionsEach({ size }: Block): number {
  return Math.max(1, Math.min(size.participants, Math.floor(size.inscriptions / size.evenements)))
}
