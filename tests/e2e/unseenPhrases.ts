import type { PhraseKey } from '#domain/texte/phrases.ts'

/** Specified sentences that no journey sees yet, by the screen that is to say them. The list may only shrink. */
export const notYetSaid: Readonly<Record<string, readonly PhraseKey[]>> = {
  'mot de passe oublié': ['oubliErreur', 'oubliSucces'],
  'nouveau mot de passe': [
    'lienManquantEnvoi',
    'motsDePasseDifferents',
    'resetMotDePasseMin',
    'resetErreur',
    'resetLienInvalide',
  ],
  'modification du profil': ['profilChampsRequis', 'profilErreur'],
  abonnement: [
    'abonnementErreur',
    'checkoutUrlInvalide',
    'checkoutErreur',
    'erreurPaiement',
    'portailUrlInvalide',
    'portailErreur',
    'plansErreur',
    'planChangementErreur',
    'abonnementAnnulationErreur',
    // Shown to the person as limitesErreurVotre; the subscription page names the plan itself.
    'limitesErreur',
  ],
  "modification d'un événement par son adresse": ['evenementModificationIdManquant'],
}
