import { expect, test } from 'vitest'
import { safeParse } from 'valibot'
import { newPasswordField, passwordMin6Field } from '#domain/utilisateur/identite.ts'
import { passwordHint, passwordRules, passwordStrength, passwordStrengthLabel } from '#domain/utilisateur/motDePasse.ts'

test.for([
  ['', 0, 'Très faible'],
  ['abc', 1, 'Très faible'],
  ['abcdefgh', 2, 'Faible'],
  ['abcdefgH', 3, 'Moyen'],
  ['abcdefH1', 4, 'Bon'],
  ['abcdefH1!', 5, 'Fort'],
  ['Souvenirs2026!', 6, 'Très fort'],
] as const)('%s scores %i, %s', ([password, score, label]) => {
  expect(passwordStrength(password)).toBe(score)
  expect(passwordStrengthLabel(score)).toBe(label)
})

test('accepts generated passwords that follow the stated rules, and none that violates them', () => {
  const { inscription, reinitialisation } = passwordRules
  expect(inscription.match(/(?<=required: )[^;]+/g)).toEqual(['lower', 'upper', 'digit', '[@$!%*?&]'])
  for (const special of '@$!%*?&') {
    expect(passwordHint).toContain(special)
    expect(safeParse(newPasswordField, `abcDEF1${special}`).success).toBe(true)
  }
  for (const refused of ['abcDE1!', 'abcdef1!', 'ABCDEF1!', 'abcDEFg!', 'abcDEF1#'])
    expect(safeParse(newPasswordField, refused).success).toBe(false)
  const lengths = (rules: string) => [...rules.matchAll(/(?:min|max)length: (\d+)/g)].map(([, n]) => Number(n))
  expect([lengths(inscription), lengths(reinitialisation)]).toEqual([
    [8, 128],
    [6, 128],
  ])
  const taken = (length: number, rest: string, field: typeof newPasswordField | ReturnType<typeof passwordMin6Field>) =>
    safeParse(field, rest.padEnd(length, 'a')).success
  expect([7, 8, 128, 129].map((n) => taken(n, 'A1!', newPasswordField))).toEqual([false, true, true, false])
  expect([5, 6, 128, 129].map((n) => taken(n, '', passwordMin6Field('court')))).toEqual([false, true, true, false])
})
