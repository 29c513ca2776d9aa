import type { UtilisateurAvecEmail, UtilisateurRow } from '../database/tables/people.ts'
import { enqueueMail } from '../mail/mail.usecases.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { provenEmailOf } from './addresses.ts'

interface LettreDeps extends DatabaseDeps {
  readonly publicUrl: string
}
type Owner = Pick<UtilisateurRow, 'id' | 'email' | 'emailConfirmeLe' | 'prenom'>

/**
 * Mails the link for a new password, also to an unconfirmed address: only the owner of the mailbox can open it.
 * @param minutes validity of the link
 */
export async function mailReinitialisation(
  { database, clock, publicUrl }: LettreDeps,
  { id, email, prenom }: Pick<UtilisateurAvecEmail, 'id' | 'email' | 'prenom'>,
  { secret, minutes }: { secret: string; minutes: number },
): Promise<void> {
  await enqueueMail(database, clock, {
    destinataire: email,
    utilisateurId: id,
    lettre: {
      sujet: 'Votre nouveau mot de passe',
      prenom,
      paragraphes: ['Un nouveau mot de passe a été demandé pour votre compte Éclats.'],
      bouton: { libelle: 'Choisir un nouveau mot de passe', adresse: resetAddress(publicUrl, secret) },
      suite: [
        `Ce lien est valable ${minutes} minutes, une seule fois. Si vous n'avez rien demandé, ignorez ce message : rien n'a changé.`,
      ],
    },
  })
}

/** The address that a mail with a link for a new password opens. */
export function resetAddress(publicUrl: string, secret: string): string {
  return `${publicUrl}/reset-password?token=${secret}`
}

/** Notifies the owner of a password change, in case another person made it. Only to a confirmed address. */
export async function mailPasswordChanged(deps: LettreDeps, owner: Owner): Promise<void> {
  const fact = "Le mot de passe de votre compte Éclats vient d'être changé. Vos autres sessions sont terminées."
  await mailNotice(deps, owner, {
    sujet: 'Votre mot de passe a été changé',
    paragraphes: [fact, ifNotYou],
    isToReset: true,
  })
}

/** Notifies the current address of a requested address change (product 6). */
export async function mailEmailChangeAsked(deps: LettreDeps, owner: Owner): Promise<void> {
  const asked = 'Une autre adresse e-mail a été demandée pour votre compte Éclats.'
  const paragraphes = [`${asked} Elle remplacera celle-ci une fois confirmée.`, ifNotYou]
  await mailNotice(deps, owner, { sujet: 'Votre adresse e-mail va changer', paragraphes, isToReset: true })
}

/** Notifies the old address that an administrator replaced it. It can no longer reset the password: no link. */
export async function mailEmailReplaced(deps: LettreDeps, owner: Owner): Promise<void> {
  const paragraphes = [
    "Un administrateur a remplacé l'adresse e-mail de votre compte Éclats : celle-ci n'y mène plus.",
    "Si vous n'en saviez rien, parlez-en à la personne qui gère ce service.",
  ]
  await mailNotice(deps, owner, { sujet: 'Votre adresse e-mail a changé', paragraphes, isToReset: false })
}

const administered = {
  désactivé: [
    "Un administrateur a désactivé votre compte Éclats : il n'ouvre plus de session. Vos photos et vos événements restent.",
    'Pour en savoir plus, parlez-en à la personne qui gère ce service.',
  ],
  réactivé: ['Un administrateur a réactivé votre compte Éclats : vous pouvez vous connecter de nouveau.'],
  supprimé: [
    'Un administrateur a supprimé votre compte Éclats, avec vos photos, vos vidéos et vos inscriptions.',
    "Si vous n'en saviez rien, parlez-en à la personne qui gère ce service.",
  ],
} as const

/** Mails the owner what an administrator did with the account. Only to a confirmed address. */
export async function mailAdministered(deps: LettreDeps, owner: Owner, what: keyof typeof administered): Promise<void> {
  await mailNotice(deps, owner, {
    sujet: `Votre compte Éclats est ${what}`,
    paragraphes: administered[what],
    isToReset: false,
  })
}

const changes = {
  'code-demande': {
    sujet: 'La connexion en deux étapes est activée',
    fact: 'La connexion à votre compte Éclats demande maintenant un code.',
  },
  'code-libre': {
    sujet: 'La connexion en deux étapes est désactivée',
    fact: 'La connexion à votre compte Éclats ne demande plus de code.',
  },
  'cle-demandee': {
    sujet: 'La connexion en deux étapes est activée',
    fact: "La connexion à votre compte Éclats demande maintenant une clé d'accès.",
  },
  'cle-libre': {
    sujet: 'La connexion en deux étapes est désactivée',
    fact: "La connexion à votre compte Éclats ne demande plus de clé d'accès.",
  },
  'cle-ajoutee': {
    sujet: "Une clé d'accès a été ajoutée",
    fact: "Une clé d'accès vient d'être ajoutée à votre compte Éclats : elle suffit pour s'y connecter. Votre profil les montre toutes.",
  },
  'cle-supprimee': {
    sujet: "Une clé d'accès a été supprimée",
    fact: "Une clé d'accès de votre compte Éclats vient d'être supprimée : elle ne permet plus de s'y connecter.",
  },
  'code-retire': {
    sujet: 'La connexion en deux étapes est désactivée',
    fact: 'La personne qui gère ce service a désactivé la connexion en deux étapes de votre compte Éclats.',
  },
  tout: {
    sujet: 'La connexion en deux étapes est désactivée',
    fact: "La personne qui gère ce service a désactivé la connexion en deux étapes de votre compte Éclats, et supprimé ses clés d'accès.",
  },
} as const

/** Mails the owner that a way to sign in was added or changed. Only to a confirmed address. */
export async function mailLoginChange(deps: LettreDeps, owner: Owner, change: keyof typeof changes): Promise<void> {
  const { sujet, fact } = changes[change]
  const isByOperator = change === 'code-retire' || change === 'tout'
  const advice = isByOperator ? ifNotAsked : ifNotYou
  await mailNotice(deps, owner, { sujet, paragraphes: [fact, advice], isToReset: true })
}

const ifNotYou = "Si ce n'est pas vous, choisissez tout de suite un nouveau mot de passe :"
const ifNotAsked = "Si vous ne l'avez pas demandé, choisissez tout de suite un nouveau mot de passe :"

interface Notice {
  readonly sujet: string
  readonly paragraphes: readonly string[]
  /** Adds a link to the page for a new password. */
  readonly isToReset: boolean
}

/** Does nothing for an unconfirmed address: its owner may be another person. */
async function mailNotice(
  { database, clock, publicUrl }: LettreDeps,
  owner: Owner,
  { sujet, paragraphes, isToReset }: Notice,
): Promise<void> {
  const { id, prenom } = owner
  const destinataire = provenEmailOf(owner)
  if (destinataire === '') return
  const bouton = { libelle: 'Choisir un nouveau mot de passe', adresse: `${publicUrl}/forgot-password` }
  const lettre = { sujet, prenom, paragraphes, ...(isToReset && { bouton }) }
  await enqueueMail(database, clock, { destinataire, utilisateurId: id, lettre })
}
