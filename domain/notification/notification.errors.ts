/** Refusals of notifications and of push: domain/contract/errors.ts joins all. */
export const notificationErrors = {
  'notification.introuvable': { status: 404, message: 'Notification non trouvée' },
  'push.service_inconnu': {
    status: 400,
    message: "Le service de notification de ce navigateur n'est pas pris en charge.",
  },
} as const
