import { type Inscription, statutInscriptionLabels, typeParticipationLabels } from '#domain/inscription/inscription.ts'
import { type LienNames, wayOf } from './inscriptionWay.ts'

const heads = ['Prénom', 'Nom', 'E-mail', 'Statut', 'Participation', "Date d'inscription", 'Arrivée']

/**
 * Registrations as CSV for spreadsheets: UTF-8 with BOM, `;` as the separator.
 * @param liens names of the event's links
 */
export function inscriptionsCsv(inscriptions: readonly Inscription[], liens: LienNames): string {
  const rows = inscriptions.map((one) => [
    one.user.prenom,
    one.user.nom,
    one.user.email,
    statutInscriptionLabels[one.statutInscription].label,
    typeParticipationLabels[one.typeParticipation],
    localTime(one.dateInscription),
    wayOf(one, liens) ?? '',
  ])
  return `\uFEFF${[heads, ...rows].map((cells) => `${cells.map(cellOf).join(';')}\r\n`).join('')}`
}

/** A quoted cell. An apostrophe before a formula character keeps a spreadsheet from running it (CSV injection). */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** "2026-12-24 18:30" in the device's time zone: a format that spreadsheets read as a date. */
function localTime(instant: string): string {
  const date = new Date(instant)
  const day = [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join('-')
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}`
}

function pad(n: number): string {
  return String(n).padStart(2, '0')
}
