import type { InferOutput } from 'valibot'
import { hourMs } from '#domain/contract/durations.ts'
import {
  type EvenementOrganisateur,
  type evenementUpdateSchema,
  isInEvenementYears,
  yearsSentence,
} from '#domain/evenement/evenement.ts'
import { instantOfLocal, localTextOf, wallClock } from '#domain/evenement/fuseau.ts'
import { heureDe } from '#domain/evenement/fuseauNames.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { serverNow } from '#src/api/serverClock.ts'
import { deviceFuseau } from './fuseauOptions.ts'

export type Values = Readonly<Record<string, string>>
type Input = InferOutput<typeof evenementUpdateSchema>
type DateName = 'dateDebut' | 'dateFin'

/** Texts of a new event, so that a title and a date are enough; the form selects them on focus. */
export const prefilled = {
  description: 'Ajoutez ici vos photos et vos vidéos.',
  lieu: 'Lieu à préciser',
} as const

/** The form's values for an event, or for a new one on this device: from the next full hour to the evening. */
export function valuesOf(evenement: EvenementOrganisateur | undefined): Values {
  if (evenement === undefined) {
    const fuseau = deviceFuseau()
    const now = serverNow()
    const dateDebut = localTextOf(now + hourMs - (wallClock(now, fuseau).getTime() % hourMs), fuseau)
    return {
      ...prefilled,
      fuseau,
      dateDebut,
      dateFin: eveningAfter(dateDebut, fuseau),
      visibilite: 'PRIVE',
      galeriePour: 'PENDANT',
    }
  }
  const { titre, description, lieu, capaciteMax, visibilite, galeriePour, fuseau, statut } = evenement
  return {
    titre,
    description,
    dateDebut: localTextOf(evenement.dateDebut, fuseau),
    dateFin: localTextOf(evenement.dateFin, fuseau),
    fuseau,
    lieu,
    capaciteMax: capaciteMax == null ? '' : String(capaciteMax),
    visibilite,
    galeriePour,
    statut,
  }
}

/**
 * When an event that starts at a local time ends unless the person says otherwise: at 23:00 of that day, or five hours
 * after a start in the evening.
 * @param local as `<input type="datetime-local">` has it; must be complete
 */
export function eveningAfter(local: string, fuseau: string): string {
  if (local.slice(11) < '21:00') return `${local.slice(0, 10)}T23:00`
  const start = instantOfLocal(local, fuseau)
  if (start.kind === 'instant') return localTextOf(Date.parse(start.iso) + 5 * hourMs, fuseau)
  return new Date(Date.parse(`${local}Z`) + 5 * hourMs).toISOString().slice(0, 16)
}

/** Names of the fields whose values differ. */
export function differences(values: Values, others: Values): string[] {
  const names = new Set([...Object.keys(values), ...Object.keys(others)])
  return [...names].filter((name) => (values[name] ?? '') !== (others[name] ?? ''))
}

/**
 * Converts the form's values to the schema's input: instants in UTC, a number or nothing.
 * @param seen the event being edited: an unchanged date keeps its exact instant, with its seconds and within a repeated
 * hour
 */
export function readEvenement(values: Values, seen: EvenementOrganisateur | undefined): unknown {
  const text = (name: string) => values[name] ?? ''
  const fuseau = text('fuseau')
  const instant = (name: DateName) => {
    const local = text(name)
    if (seen?.fuseau === fuseau && localTextOf(seen[name], fuseau) === local) return seen[name]
    const read = instantOfLocal(local, fuseau)
    return read.kind === 'instant' ? read.iso : local
  }
  const capacite = text('capaciteMax').trim()
  return {
    titre: text('titre'),
    description: text('description'),
    dateDebut: instant('dateDebut'),
    dateFin: instant('dateFin'),
    lieu: text('lieu'),
    capaciteMax: capacite === '' ? null : Number(capacite),
    visibilite: text('visibilite'),
    ...(text('galeriePour') !== '' && { galeriePour: text('galeriePour') }),
    fuseau,
    ...(text('statut') !== '' && { statut: text('statut') }),
  }
}

/** The fields of an input that differ from the event. */
export function changesOf(input: Input, seen: EvenementOrganisateur): Partial<Input> {
  const entries = Object.entries(input) as [keyof Input, Input[keyof Input]][]
  return Object.fromEntries(entries.filter(([name, value]) => (value ?? null) !== (seen[name] ?? null)))
}

/**
 * Errors that the values alone do not show: a field with an invalid number or date reads as empty, and a local time
 * skipped by a clock change or of an impossible year is no instant.
 */
export function unreadableFields(form: HTMLFormElement): Record<string, string> {
  const found: Record<string, string> = {}
  const control = (name: string) => form.elements.namedItem(name)
  const capacite = control('capaciteMax')
  if (capacite instanceof HTMLInputElement && capacite.validity.badInput) {
    found['capaciteMax'] = phrases.evenementCapaciteMin
  }
  const fuseau = control('fuseau')
  for (const [name, words] of [
    ['dateDebut', 'début'],
    ['dateFin', 'fin'],
  ] as const) {
    const date = control(name)
    if (!(date instanceof HTMLInputElement) || !(fuseau instanceof HTMLSelectElement)) continue
    if (date.validity.badInput) found[name] = `La date de ${words} est incomplète ou n'existe pas`
    else if (date.value !== '' && !isInEvenementYears(date.value)) found[name] = yearsSentence(words)
    else if (date.value !== '') Object.assign(found, gapIn(name, date.value, fuseau.value))
  }
  return found
}

function gapIn(name: DateName, local: string, fuseau: string): Record<string, string> {
  const read = instantOfLocal(local, fuseau)
  if (read.kind !== 'gap') return {}
  const zone = heureDe(fuseau, `${local}Z`)
  return { [name]: `Cette heure n'existe pas ce jour-là (${zone}) : les horloges avancent. Choisissez ${read.next}` }
}

/** Whether the end is before the start; false while a field is empty. */
export function endsBeforeStart(form: HTMLFormElement | null): boolean {
  const [debut, fin] = ['dateDebut', 'dateFin'].map((name) => {
    const control = form?.elements.namedItem(name)
    return control instanceof HTMLInputElement ? control.value : ''
  })
  return Boolean(debut && fin && fin < debut)
}
