import type { Media } from '#domain/media/media.ts'

export function unMediaVu(id: number, change: Partial<Media> = {}): Media {
  return {
    id,
    media_id: id,
    evenement_id: 7,
    url: '',
    nomFichier: '',
    statut: 'EN_ATTENTE',
    raison: null,
    favori: false,
    couverture: false,
    dateValidation: null,
    auteur: { id: 3, prenom: 'Zoé', nom: 'Lambert' },
    datePrise: '2026-06-20T19:08:00.000Z',
    dateDepot: '2026-06-20T19:09:00.000Z',
    type: 'IMAGE',
    largeur: null,
    hauteur: null,
    taille: 1,
    version: 1,
    thumbhash: null,
    apercu: true,
    lecture: 'ORIGINAL',
    ...change,
  }
}
