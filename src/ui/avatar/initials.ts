/** A letter with its accents: more than one UTF-16 unit in some alphabets. */
const firstLetter = /^\P{M}\p{M}*/u

/** First letters of prenom and nom, upper case; one of them may be empty. */
export function initials({ prenom, nom }: { prenom: string; nom: string }): string {
  return [prenom, nom].map((name) => firstLetter.exec(name.trim())?.[0].toLocaleUpperCase('fr') ?? '').join('')
}

/** A hue in degrees, constant for an id; consecutive ids get distant hues (golden angle). */
export function hueOf(id: number): number {
  return Math.round((id * 137.508 + 282) % 360)
}
