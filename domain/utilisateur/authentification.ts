import * as v from 'valibot'
import { phrases } from '#domain/texte/phrases.ts'
import { passwordMaxLength } from '#domain/utilisateur/motDePasse.ts'

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const namePattern = /^[\p{L}\p{M} '’-]+$/u
const passwordClasses = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])/
const motDePasseMin8 = 'Le mot de passe doit contenir au moins 8 caractères'
const motDePasseMax = `Le mot de passe ne peut pas dépasser ${passwordMaxLength} caractères`

const email = (missing: string) =>
  v.pipe(
    v.string(missing),
    v.trim(),
    v.nonEmpty(missing),
    v.maxLength(254, phrases.loginEmailInvalide),
    v.regex(emailPattern, phrases.loginEmailInvalide),
  )

/** Rules of the login form (specification, section 5). */
export const loginSchema = v.object({
  email: email(phrases.loginEmailInvalide),
  password: v.pipe(
    v.string(phrases.loginMotDePasseMin),
    v.minLength(6, phrases.loginMotDePasseMin),
    v.maxLength(passwordMaxLength, motDePasseMax),
  ),
  seSouvenir: v.optional(v.boolean(), false),
})

const name = (missing: string, short: string, letters: string) =>
  v.pipe(
    v.string(missing),
    v.trim(),
    v.nonEmpty(missing),
    v.minLength(2, short),
    v.maxLength(100, letters),
    v.regex(namePattern, letters),
  )

/** Rules of the registration form (specification, section 5); an organiser may say so (product 3). */
export const registerSchema = v.object({
  nom: name(phrases.nomRequis, phrases.nomMin, phrases.nomLettres),
  prenom: name(phrases.prenomRequis, phrases.prenomMin, phrases.prenomLettres),
  email: email(phrases.emailRequis),
  password: v.pipe(
    v.string('Le mot de passe est requis'),
    v.nonEmpty('Le mot de passe est requis'),
    v.minLength(8, motDePasseMin8),
    v.maxLength(passwordMaxLength, motDePasseMax),
    v.regex(passwordClasses, phrases.motDePasseClasses),
  ),
  role: v.optional(v.picklist(['PARTICIPANT', 'ORGANISATEUR']), 'PARTICIPANT'),
})

/** One address, as the invitation form asks for it. */
export const emailSchema = email(phrases.emailRequis)
