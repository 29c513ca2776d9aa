/** Refusals of removal requests: domain/contract/errors.ts joins all. */
export const demandeRetraitErrors = {
  'demande.introuvable': { status: 404, message: 'Demande de retrait non trouvée' },
  'demande.deja_decidee': { status: 409, message: 'Cette demande de retrait a déjà reçu sa réponse.' },
  'demande.propre_media': { status: 409, message: 'Ce média est le vôtre : vous pouvez le supprimer vous-même.' },
} as const
