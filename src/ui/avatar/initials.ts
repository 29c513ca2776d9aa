/** First letters of prenom and nom, upper case; one suffices. */
export function initials({ prenom, nom }: { prenom: string; nom: string }): string {
  return [prenom, nom].map((name) => name.trim().charAt(0).toLocaleUpperCase('fr')).join('')
}

/** A hue in degrees, always the same for an id; neighbours differ widely (golden angle). */
export function hueOf(id: number): number {
  return Math.round((id * 137.508 + 282) % 360)
}
