import { phrases } from '#domain/texte/phrases.ts'

/** Refusals of subscriptions: domain/contract/errors.ts joins all. */
export const abonnementErrors = {
  'abonnement.ferme': { status: 409, message: "Ce service ne vend pas d'abonnement." },
  'abonnement.absent': { status: 404, message: "Vous n'avez pas d'abonnement." },
  'abonnement.deja_actif': { status: 409, message: 'Vous avez déjà un abonnement : changez de plan.' },
  'abonnement.plan_actuel': { status: 409, message: 'Votre abonnement a déjà ce plan.' },
  'abonnement.adresse': {
    status: 400,
    message: "La requête est invalide : l'adresse de retour n'est pas une page d'abonnement de ce site.",
  },
  'abonnement.signature': { status: 400, message: "La requête est invalide : la signature n'est pas la bonne." },
  'abonnement.plans': { status: 502, message: phrases.plansErreur },
  'abonnement.checkout': { status: 502, message: phrases.checkoutErreur },
  'abonnement.checkout_adresse': { status: 502, message: phrases.checkoutUrlInvalide },
  'abonnement.portail_adresse': { status: 502, message: phrases.portailUrlInvalide },
  'abonnement.portail': { status: 502, message: phrases.portailErreur },
  'abonnement.changement': { status: 502, message: phrases.planChangementErreur },
  'abonnement.annulation': { status: 502, message: phrases.abonnementAnnulationErreur },
} as const
