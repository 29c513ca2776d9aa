/** Refusals of albums: domain/contract/errors.ts joins all. */
export const albumErrors = {
  'album.introuvable': {
    status: 404,
    message: "Ce lien de téléchargement n'est plus valable. Demandez-en un autre depuis l'événement.",
  },
  'album.vide': { status: 409, message: "Il n'y a rien à télécharger ici." },
  'album.change': {
    status: 410,
    message: "L'album a changé depuis le début du téléchargement. Recommencez-le depuis l'événement.",
  },
  'album.occupe': {
    status: 429,
    message: "Trop de téléchargements en même temps. Attendez la fin de l'un d'eux.",
  },
} as const
