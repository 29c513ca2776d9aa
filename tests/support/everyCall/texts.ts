/** Texts of the people of a fixture, with their marker. */
export function textsOf(marque: string) {
  return {
    raison: `Photo floue ${marque}`,
    motif: `On me voit de trop près ${marque}`,
    message: { titre: `Merci ${marque}`, message: `Une belle soirée ${marque}` },
    form: {
      titre: `Mariage ${marque}`,
      description: `Au bord du lac ${marque}`,
      lieu: `Annecy ${marque}`,
      dateDebut: '2026-07-01T14:00:00.000Z',
      dateFin: '2026-07-02T02:00:00.000Z',
      visibilite: 'PRIVE',
    },
  }
}
