import { dictionary } from '@zxcvbn-ts/language-common'
import type { UtilisateurRow } from '../database/tables/people.ts'

/** 49 233 passwords, lower case, most frequent first (decision 13). Not bundled: 0.4 MB. */
const common = new Set(dictionary['passwords-common'])

/** Frequent words of passwords in France. Passwords derived from them are rejected too. */
const roots = new Set(
  `azerty qwerty qwertz azertyuiop qwertyuiop azeqsd azerqsdf wxcvbn asdfgh zxcvbn motdepasse password passw0rd p@ssword
  p@ssw0rd passwd admin administrateur administrator bonjour soleil doudou chouchou loulou nicolas camille thomas julien
  marine chocolat jetaime coucou marseille france paris liverpool football monkey dragon letmein welcome bienvenue
  iloveyou princess princesse sunshine master shadow superman batman pokemon starwars naruto baseball michael jordan
  charlie daniel jessica ashley michelle isabelle caramel chanel amour maman secret changeme hello whatever trustno
  freedom computer ordinateur internet google facebook samsung iphone orange sfr free alexandre sandrine stephane
  celine vanessa mathieu maxime antoine olivier pierre nathalie christophe laurent caroline aurelie juliette manon
  oceane marley bob juventus barcelona realmadrid psg ferrari porsche peugeot renault citroen guitare musique papillon
  tigrou minou minette bidule cheval poupette nounours vacances mariage anniversaire souvenir souvenirs eclats eclat
  test demo guest invite default user utilisateur temporaire provisoire abcdef abcdefg abcdefgh abc`.split(/\s+/),
)

/** Up to this length, digits and signs around a common word do not make a password acceptable. */
const shortLength = 10

/**
 * Whether a password is easy to guess: a common one, also with signs around it; a short one with digits and signs
 * around a common word; a repeated or consecutive sequence; the person's own name or address (OWASP ASVS 5.0, 6.2.4).
 */
export function isCommonPassword(
  password: string,
  { email, nom, prenom }: Pick<UtilisateurRow, 'email' | 'nom' | 'prenom'>,
): boolean {
  const plain = plainOf(password)
  if (/^(.{1,3})\1+.?$/.test(plain) || isRow(plain)) return true
  const own = new Set([email ?? '', email?.split('@')[0] ?? '', nom, prenom].map(plainOf))
  // A guest has no family name.
  own.delete('')
  const isKnown = (text: string) => roots.has(text) || own.has(text) || common.has(text)
  if (isKnown(plain) || isKnown(withoutSigns(plain))) return true
  const bare = bareOf(plain)
  return plain.length <= shortLength && (bare.length < 3 || isKnown(bare))
}

/** Lower case, without accents; unlike `foldText` it keeps the signs ^ and `. */
function plainOf(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
}

/** People often append a required sign. */
function withoutSigns(text: string): string {
  return text.replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
}

/** The word without leading and trailing digits and signs. */
function bareOf(text: string): string {
  return text.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
}

/** A sequence such as 123456, 654321, abcdef. */
function isRow(text: string): boolean {
  const codes = Array.from(text, (character) => character.charCodeAt(0))
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}
