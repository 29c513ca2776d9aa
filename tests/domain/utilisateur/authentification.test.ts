import * as v from 'valibot'
import { expect, test } from 'vitest'
import { loginSchema, registerSchema } from '#domain/utilisateur/authentification.ts'

function firstSentence(schema: v.GenericSchema, input: unknown): string | undefined {
  const result = v.safeParse(schema, input)
  return result.success ? undefined : result.issues[0].message
}

const lea = { nom: "L'Hermitte", prenom: 'Léa-Marie', email: 'lea@eclats.test', password: 'Souvenirs2026!' }

test.for([
  [{}, undefined],
  [{ nom: '' }, 'Le nom est requis'],
  [{ nom: ' L ' }, 'Le nom doit contenir au moins 2 caractères'],
  [{ nom: 'L3a' }, 'Le nom ne peut contenir que des lettres, espaces, apostrophes et tirets'],
  [{ prenom: '' }, 'Le prénom est requis'],
  [{ prenom: 'L' }, 'Le prénom doit contenir au moins 2 caractères'],
  [{ prenom: 'Léa!' }, 'Le prénom ne peut contenir que des lettres, espaces, apostrophes et tirets'],
  [{ email: '  ' }, "L'adresse email est requise"],
  [{ email: 'lea@eclats' }, 'Veuillez saisir une adresse email valide'],
  [{ password: 'Court1!' }, 'Le mot de passe doit contenir au moins 8 caractères'],
  [
    { password: 'souvenirs2026!' },
    'Le mot de passe doit contenir au moins une majuscule, une minuscule, un chiffre et un caractère spécial',
  ],
  [
    { password: 'Souvenirs2026#' },
    'Le mot de passe doit contenir au moins une majuscule, une minuscule, un chiffre et un caractère spécial',
  ],
] as const)('answers the registration %o with %s', ([change, sentence]) => {
  expect(firstSentence(registerSchema, { ...lea, ...change })).toBe(sentence)
})

test('registers no administrator', () => {
  expect(v.safeParse(registerSchema, { ...lea, role: 'ADMINISTRATEUR' }).success).toBe(false)
  expect(v.parse(registerSchema, lea).role).toBe('PARTICIPANT')
})

test.for([
  [{ email: 'lea', password: 'secret' }, 'Veuillez saisir une adresse email valide'],
  [{ email: 'lea@eclats.test', password: '12345' }, 'Le mot de passe doit contenir au moins 6 caractères'],
  [{ email: ' lea@eclats.test ', password: '123456' }, undefined],
] as const)('answers the login %o with %s', ([input, sentence]) => {
  expect(firstSentence(loginSchema, input)).toBe(sentence)
})

test('does not compare an address that is too long with the pattern, which takes quadratic time', () => {
  const email = `a@${'.'.repeat(300)}@`
  const { issues } = v.safeParse(registerSchema, { ...lea, email })
  expect(issues?.map(({ type, message }) => [type, message])).toEqual([
    ['max_length', 'Veuillez saisir une adresse email valide'],
  ])
})
