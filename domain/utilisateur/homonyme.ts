import { foldText } from '#domain/texte/searchWords.ts'

/** A first name contains no bracket (identite.ts), so the added number can be separated from it. */
const numbered = / \((\d+)\)$/

/** The first name that the guest gave, without the number that the server added. */
export function prenomSeul(prenom: string): string {
  return prenom.replace(numbered, '')
}

/**
 * The first name of a guest as others see it: the second Marie of an event is "Marie (2)". A number is not given again.
 * @param prenom without a number
 * @param known first names of the other guests of the event, with their numbers
 */
export function prenomDistinct(prenom: string, known: readonly string[]): string {
  const same = known.filter((other) => foldText(prenomSeul(other)) === foldText(prenom))
  if (same.length === 0) return prenom
  const numbers = same.map((other) => Number(numbered.exec(other)?.[1] ?? 1))
  return `${prenom} (${Math.max(...numbers) + 1})`
}

/** The first name after a change by its guest or the organiser: the number stays when only its writing changes. */
export function prenomRenomme(current: string, prenom: string, known: readonly string[]): string {
  const alone = prenomSeul(current)
  if (foldText(alone) === foldText(prenom)) return `${prenom}${current.slice(alone.length)}`
  return prenomDistinct(prenom, known)
}
