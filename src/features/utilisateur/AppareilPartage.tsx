import { Check } from '#src/ui/field/Check.tsx'

/** A login is remembered by default (product 5); this checkbox turns that off for a shared device. */
export function AppareilPartage() {
  return <Check name="appareilPartage">Appareil partagé</Check>
}

/** Whether the form with that checkbox requests a remembered login. */
export function remembers(form: HTMLFormElement | null): boolean {
  const box = form?.elements.namedItem('appareilPartage')
  return !(box instanceof HTMLInputElement && box.checked)
}
