/** Refusals of event links, and of the guests who enter by them: domain/contract/errors.ts joins all. */
export const lienErrors = {
  'invite.refuse': {
    status: 403,
    message: 'Créez un compte pour faire cela : vous participez avec un prénom seulement.',
  },
  'lien.introuvable': { status: 404, message: "Ce lien n'existe pas ou n'est plus valable." },
  'lien.evenement_annule': { status: 409, message: 'Cet événement est annulé.' },
  'lien.compte_requis': { status: 403, message: 'Ce lien demande un compte : connectez-vous ou créez-en un.' },
  'lien.entree_terminee': {
    status: 409,
    message: "Cette participation n'est plus ouverte sur ce téléphone. Recommencez depuis le lien.",
  },
  'lien.trop_d_invites': {
    status: 429,
    message: 'Trop de personnes entrent en ce moment. Réessayez dans {attente}.',
  },
  'lien.trop_nombreux': {
    status: 409,
    message: "Cet événement a déjà 20 liens. Révoquez-en un avant d'en créer un autre.",
  },
} as const
