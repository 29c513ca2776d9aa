import { fromLocalInput } from '#src/ui/text/dates.ts'

/** The order of section 5 of the specification; the dates' order is said at dateFin. */
export const checkOrder = ['titre', 'description', 'dateDebut', 'dateFin', 'lieu', 'capaciteMax'] as const

/** What the form holds, as the schema takes it: instants in UTC, a number or nothing. */
export function readEvenement(values: Readonly<Record<string, string>>): unknown {
  const text = (name: string) => values[name] ?? ''
  const capacite = text('capaciteMax').trim()
  return {
    titre: text('titre'),
    description: text('description'),
    dateDebut: fromLocalInput(text('dateDebut')),
    dateFin: fromLocalInput(text('dateFin')),
    lieu: text('lieu'),
    capaciteMax: capacite === '' ? null : Number(capacite),
    visibilite: text('visibilite'),
  }
}

/** Whether the end stands before the start while both are being chosen; a field left empty says nothing yet. */
export function endsBeforeStart(form: HTMLFormElement | null): boolean {
  const [debut, fin] = ['dateDebut', 'dateFin'].map((name) => {
    const control = form?.elements.namedItem(name)
    return control instanceof HTMLInputElement ? control.value : ''
  })
  return Boolean(debut && fin && fin < debut)
}
