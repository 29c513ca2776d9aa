/** A name behind "de", which loses its vowel before another one: "de Léa", "d'Inès". */
export function ofName(name: string): string {
  return /^[aeiouœ]/i.test(name.normalize('NFD')) ? `d'${name}` : `de ${name}`
}
