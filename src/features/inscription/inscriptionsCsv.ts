import { type Inscription, statutInscriptionLabels, typeParticipationLabels } from '#domain/inscription/inscription.ts'

const heads = ['Prénom', 'Nom', 'E-mail', 'Statut', 'Participation', "Date d'inscription"]

/** Registrations as a spreadsheet opens them: UTF-8 with its mark, `;` between the cells. */
export function inscriptionsCsv(inscriptions: readonly Inscription[]): string {
  const rows = inscriptions.map(({ user, statutInscription, typeParticipation, dateInscription }) => [
    user.prenom,
    user.nom,
    user.email,
    statutInscriptionLabels[statutInscription].label,
    typeParticipationLabels[typeParticipation],
    localTime(dateInscription),
  ])
  return `\uFEFF${[heads, ...rows].map((cells) => `${cells.map(cellOf).join(';')}\r\n`).join('')}`
}

/** A quoted cell. A spreadsheet would run what starts like a formula: an apostrophe makes it text. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** "2026-12-24 18:30" on the clock of this device: a form that spreadsheets read as a date. */
function localTime(instant: string): string {
  const date = new Date(instant)
  const day = [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join('-')
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}`
}

function pad(n: number): string {
  return String(n).padStart(2, '0')
}
