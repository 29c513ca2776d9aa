import { type LocalOwner, localOwner, type OwnerId } from '#upload-queue/engine/owner.ts'
import type { GuestEntry } from '#upload-queue/store/queueDatabase.ts'
import { versionRGPD } from '#domain/consentement/consentement.ts'
import { secretHash } from '#server/secrets/secretHash.ts'
import { findCle } from '#server/session/cleInvite.repository.ts'
import { findUtilisateur } from '#server/utilisateur/utilisateur.repository.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { unLien } from '#tests/support/liens.ts'
import type { Stage } from '#tests/support/stage.ts'
import type { Fault } from './phone.ts'

interface Parts {
  readonly stage: Pick<Stage, 'parts'>
  readonly evenements: readonly number[]
  /** Guests are added to them once the server knows them. */
  readonly people: PersonneDeTest[]
  readonly login: (person: PersonneDeTest) => Promise<string>
}

/** Guests who enter by first name: who of the phones' local owners is whom on the server, read from its database. */
export class Guests {
  readonly #parts: Parts
  readonly #codes = new Map<number, string>()
  readonly #keys = new Map<LocalOwner, string>()
  readonly #people = new Map<LocalOwner, number>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Creates the links. */
  async open(): Promise<void> {
    for (const evenementId of this.#parts.evenements) {
      const { code } = await unLien(this.#parts.stage, { evenementId, identite: 'PRENOM' })
      this.#codes.set(evenementId, code)
    }
  }

  /** What the form of a link writes on the phone. @param key of an earlier entry, to use it again */
  entry(evenementId: number, key: string = crypto.randomUUID()): GuestEntry {
    this.#keys.set(localOwner(key), key)
    return {
      key,
      code: this.#codes.get(evenementId) ?? '',
      evenement: { id: evenementId, titre: '', fuseau: 'Europe/Paris' },
      prenom: 'Marie',
      nom: '',
      versionRGPD,
      acceptedAt: Date.now(),
      utilisateurId: null,
    }
  }

  /** Reads which guests the server has created since. */
  async learn(): Promise<void> {
    const { database } = this.#parts.stage.parts
    for (const [owner, key] of this.#keys) {
      const cle = this.#people.has(owner) ? undefined : await findCle(database, secretHash(key))
      const utilisateur = cle && (await findUtilisateur(database, cle.utilisateurId))
      if (!utilisateur) continue
      this.#people.set(owner, utilisateur.id)
      const { id, nom, prenom, role } = utilisateur
      const person = { id, nom, prenom, role, email: '', token: '' }
      this.#parts.people.push({ ...person, token: await this.#parts.login(person) })
    }
  }

  /** The person of the server, once it knows a local owner. */
  personOf(owner: OwnerId): OwnerId {
    return typeof owner === 'number' ? owner : (this.#people.get(owner) ?? owner)
  }

  isOne(a: OwnerId, b: OwnerId): boolean {
    return this.personOf(a) === this.personOf(b)
  }

  async figures(): Promise<{ guests: number; byGuests: number }> {
    const { database } = this.#parts.stage.parts
    const ids = [0, ...this.#people.values()]
    const medias = await database.selectFrom('media').select('id').where('auteurId', 'in', ids).execute()
    return { guests: this.#people.size, byGuests: medias.length }
  }

  /** Each key has made one guest at most. */
  async strangers(): Promise<Fault[]> {
    const { database } = this.#parts.stage.parts
    const rows = await database.selectFrom('utilisateur').select('id').where('invite', '=', 1).execute()
    const known = new Set(this.#people.values())
    const others = rows.filter(({ id }) => !known.has(id))
    return others.map(({ id }) => ({ kind: 'duplicated', what: `guest ${id} belongs to no entry`, photo: '' }))
  }
}
