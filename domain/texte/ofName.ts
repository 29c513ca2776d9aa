/** First names with a silent "h", without accents. All others keep theirs: "de Hugo", "de Hassan". */
const silentH = new Set(
  'hadrien hector hedwige helene heloise henri henriette henry hermance hermine herve hilaire hippolyte honore honorine horace hortense hubert huguette hyacinthe'.split(
    ' ',
  ),
)

/** A name after "de", which is elided before a vowel: "de Léa", "d'Inès", "d'Hélène". */
export function ofName(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const isSilent = /^(?:[aeiouœ]|y(?![aeiouy]))/.test(plain) || silentH.has(/^[a-z]*/.exec(plain)?.[0] ?? '')
  return isSilent ? `d'${name}` : `de ${name}`
}
