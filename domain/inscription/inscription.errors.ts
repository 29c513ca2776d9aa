/** Refusals of registrations: domain/contract/errors.ts joins all. */
export const inscriptionErrors = {
  'inscription.introuvable': { status: 404, message: 'Inscription non trouvée' },
  'inscription.existante': { status: 409, message: 'Votre inscription à cet événement est déjà enregistrée.' },
  'inscription.fermee': { status: 409, message: 'Les inscriptions de cet événement ne sont pas ouvertes.' },
  'inscription.annulee': {
    status: 409,
    message: "Votre inscription a été annulée par l'organisateur ; seule une nouvelle invitation peut la rouvrir.",
  },
  'inscription.complet': { status: 409, message: "L'événement est complet." },
  'inscription.compte': { status: 409, message: 'Cette personne a un compte : elle seule peut changer son nom.' },
  'inscription.transition': { status: 409, message: "Ce changement de statut d'inscription n'est pas possible." },
} as const
