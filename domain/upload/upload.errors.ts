/** Refusals of uploads: domain/contract/errors.ts joins all. */
export const uploadErrors = {
  'upload.autorisation_expiree': { status: 403, message: "L'autorisation d'envoi a expiré. Reconnectez-vous." },
  'upload.evenement_ferme': {
    status: 403,
    message: "L'événement n'accepte pas de médias pour le moment : l'envoi reprendra à son ouverture.",
  },
  'upload.sans_organisateur': {
    status: 403,
    message:
      "L'organisateur a supprimé son compte : l'événement n'accepte plus de médias. Votre média reste sur ce téléphone.",
  },
  'upload.inscription_requise': {
    status: 403,
    message: "Vous n'êtes pas autorisé à déposer un média pour cet événement.",
  },
  'upload.inscription_en_attente': {
    status: 403,
    message:
      "L'organisateur n'a pas encore validé votre inscription : l'envoi partira ensuite, à l'ouverture de l'application.",
  },
  'upload.consentement_requis': { status: 403, message: 'Votre consentement est nécessaire pour envoyer ce média.' },
  'upload.trop_volumineux': { status: 413, message: 'Le fichier est trop volumineux.' },
  'upload.vide': { status: 422, message: 'La requête est invalide : le fichier est vide.' },
  'upload.type_refuse': {
    status: 415,
    message: "La requête est invalide : ce fichier n'est ni une photo ni une vidéo reconnue.",
  },
  'upload.dimensions': {
    status: 422,
    message: "La requête est invalide : les dimensions de l'image dépassent la limite.",
  },
  'upload.empreinte': {
    status: 422,
    message: "La requête est invalide : le fichier reçu n'est pas identique au fichier envoyé.",
  },
  'upload.fichier_requis': { status: 400, message: 'La requête est invalide : aucun fichier reçu.' },
  'upload.introuvable': { status: 404, message: 'Envoi non trouvé' },
  'upload.annule': { status: 410, message: 'Cet envoi a été annulé.' },
  'upload.version_tus': { status: 412, message: 'La requête est invalide : cette version du protocole est inconnue.' },
  'upload.entetes': { status: 400, message: "La requête est invalide : les en-têtes de l'envoi sont incomplets." },
  'upload.decalage': { status: 409, message: "La position de l'envoi ne correspond pas." },
  'upload.incomplet': { status: 400, message: 'La requête est invalide : le fichier est arrivé incomplet.' },
  'upload.rythme': { status: 429, message: "Trop d'envois en peu de temps. L'envoi reprendra de lui-même." },
  'upload.limite_jour': {
    status: 429,
    message: "Vous avez atteint la limite de {limite} par jour. L'envoi reprendra de lui-même.",
  },
  'upload.disque_plein': {
    status: 507,
    message: "L'espace de stockage du service est plein. Votre média reste sur ce téléphone.",
  },
} as const
