import { recordConsentement } from '../consentement/consentement.usecases.ts'
import { versionRGPD } from '#domain/consentement/consentement.ts'
import { advanceStatuts } from '../evenement/evenement.jobs.ts'
import { changeEvenement, createEvenement } from '../evenement/evenement.usecases.ts'
import { findEvenement } from '../evenement/evenement.repository.ts'
import { orThrow } from '../http/problem.ts'
import { decideInscription, registerInscription } from '../inscription/inscription.usecases.ts'
import { findInscriptionOf } from '../inscription/inscription.repository.ts'
import { inviteParticipant } from '../invitation/invitation.usecases.ts'
import type { Parts } from '../parts.ts'
import { createCast, type PersonKey } from './accounts.ts'
import { bringPhotos } from './album.ts'
import type { Scene, StoryParts } from './storyParts.ts'
import { story, type StoryEvent } from './story.ts'
import { StoryClock } from './storyClock.ts'

/** Fills the demonstration through the real use cases, so that it only contains possible states. */
export async function fillDemo(real: Parts): Promise<void> {
  const clock = new StoryClock(real.clock.now())
  const parts: StoryParts = { ...real, clock }
  clock.moveTo(clock.day(-120))
  const scene: Scene = { parts, cast: await createCast(parts.database, clock) }
  clock.moveTo(clock.day(-110))
  for (const acteur of Object.values(scene.cast)) {
    if (acteur.role !== 'PARTICIPANT') continue
    await recordConsentement(parts, { acteur, consentementDonne: true, versionRGPD, origine: 'démonstration' })
  }
  for (const event of story) await playEvent(scene, event)
  clock.moveTo(clock.day(0))
  await readOldNotifications(parts)
}

async function playEvent(scene: Scene, event: StoryEvent): Promise<void> {
  const { parts, cast } = scene
  const { clock } = parts
  clock.moveTo(clock.day(Math.min(event.from, 0) - 12))
  const id = await createStoryEvent(scene, event)
  for (const key of [...event.members, ...event.waiting]) await joinAs(scene, id, key)
  clock.moveTo(clock.day(Math.min(event.from, 0) - 8))
  for (const key of event.members) await acceptAs(scene, id, key)
  clock.moveTo(clock.day(Math.min(event.from - 1, -0.4)))
  for (const key of event.invited) {
    await inviteParticipant(parts, { acteur: cast.claire, evenementId: id, email: cast[key].email, network: 'demo' })
  }
  if (event.isCancelled) {
    await changeEvenement(parts, { acteur: cast.claire, id, input: { statut: 'ANNULE' } })
  }
  if (event.from > 0) return
  clock.moveTo(clock.day(event.from))
  await advanceStatuts(parts)
  await bringPhotos(scene, { id, event })
  clock.moveTo(clock.day(Math.min(event.to, 0)))
  await advanceStatuts(parts)
}

async function createStoryEvent({ parts, cast }: Scene, event: StoryEvent): Promise<number> {
  const { titre, description, lieu, capaciteMax, visibilite } = event
  const [dateDebut, dateFin] = [event.from, event.to].map((day) => onTheHour(parts.clock.day(day)))
  if (!dateDebut || !dateFin) throw new Error(`${titre} has no dates`)
  const input = { titre, description, lieu, capaciteMax, dateDebut, dateFin, visibilite }
  const { id } = await createEvenement(parts, { acteur: cast.claire, input })
  return id
}

async function joinAs({ parts, cast }: Scene, evenementId: number, key: PersonKey): Promise<void> {
  const typeParticipation = key === 'jeanne' ? 'EN_LIGNE' : 'SUR_PLACE'
  await registerInscription(parts, { acteur: cast[key], evenementId, typeParticipation })
}

async function acceptAs({ parts, cast }: Scene, evenementId: number, key: PersonKey): Promise<void> {
  const evenement = orThrow(await findEvenement(parts.database, evenementId), 'evenement.introuvable')
  const who = { evenementId, utilisateurId: cast[key].id }
  const inscription = orThrow(await findInscriptionOf(parts.database, who), 'inscription.introuvable')
  await decideInscription(parts, { acteur: cast.claire, evenement, inscription, statut: 'VALIDE' })
}

async function readOldNotifications({ database, clock }: StoryParts): Promise<void> {
  const yesterday = clock.day(-1).toISOString()
  await database.updateTable('notification').set({ lu: 1 }).where('dateCreation', '<', yesterday).execute()
}

function onTheHour(date: Date): string {
  return `${date.toISOString().slice(0, 13)}:00:00.000Z`
}
