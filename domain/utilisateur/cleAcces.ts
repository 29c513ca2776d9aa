import * as v from 'valibot'
import { dateIso, id } from '#domain/contract/fields.ts'
import { codeSecondFacteurField } from '#domain/utilisateur/secondFacteur.ts'
import { motDePasseActuelField } from '#domain/utilisateur/profil.ts'

/** WebAuthn does not accept an IP address as a relying party id. */
export const nomRequisPourCle =
  "Les clés d'accès demandent que ce site s'ouvre par un nom : une adresse IP ne suffit pas."

/** Maximum number of passkeys per person. */
export const clesAccesMax = 10

const transports = ['ble', 'hybrid', 'internal', 'nfc', 'usb'] as const
export type Transport = (typeof transports)[number]

/** Bytes in base64url, without padding. @param maxLength of the text */
function base64url(maxLength: number) {
  return v.pipe(v.string(), v.maxLength(maxLength), v.regex(/^[\w-]+$/))
}

// A credential id has 1023 bytes at most (WebAuthn Level 3, 4).
const credential = { id: base64url(1364), rawId: base64url(1364), type: v.literal('public-key') }

/** What an authenticator answers when it makes a passkey; unknown transports are dropped. */
export const enregistrementSchema = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(20_000),
    transports: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.maxLength(40))),
        v.maxLength(20),
        v.transform((names) => transports.filter((name) => names.includes(name))),
      ),
      [],
    ),
  }),
})
export type Enregistrement = v.InferOutput<typeof enregistrementSchema>

/** What an authenticator answers when a passkey is used. */
export const assertionSchema = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(2000),
  }),
})

/** Identifies the challenge that the authenticator answered; only the page that requested it has this value. */
const defi = v.pipe(v.string(), v.maxLength(100))

export const ajoutSchema = v.object({ defi, reponse: enregistrementSchema })

/** Assertion of a passkey, as proof of the person's identity. */
export const preuveCleSchema = v.object({ defi, reponse: assertionSchema })
export type PreuveCle = v.InferOutput<typeof preuveCleSchema>

/** The login by a passkey alone. */
export const loginCleSchema = v.object({
  ...preuveCleSchema.entries,
  seSouvenir: v.optional(v.boolean(), false),
})

/** Rules of the form that makes passkeys optional at login: a passkey or a code, and the password. */
export const assouplissementSchema = v.object({
  code: v.optional(codeSecondFacteurField),
  cleAcces: v.optional(preuveCleSchema),
  motDePasseActuel: motDePasseActuelField,
})

export const cleAccesSchema = v.object({
  id,
  /** Browser and system where it was added, as text; empty when unknown. */
  nom: v.string(),
  dateAjout: dateIso,
  derniereUtilisation: v.nullable(dateIso),
})
export type CleAcces = v.InferOutput<typeof cleAccesSchema>

/** A person's passkeys, oldest first, and since when a login requires one in addition to the password. */
export const clesAccesSchema = v.object({ cles: v.array(cleAccesSchema), exigeeDepuis: v.nullable(dateIso) })

const descriptor = v.object({
  id: v.string(),
  type: v.literal('public-key'),
  transports: v.array(v.picklist(transports)),
})

/** Options of navigator.credentials.create, bytes in base64url (PublicKeyCredentialCreationOptionsJSON). */
export const creationSchema = v.object({
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  challenge: v.string(),
  pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
  timeout: v.number(),
  excludeCredentials: v.array(descriptor),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  attestation: v.literal('none'),
})

/** Options of navigator.credentials.get, bytes in base64url (PublicKeyCredentialRequestOptionsJSON). */
export const demandeCleSchema = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.literal('required'),
})
