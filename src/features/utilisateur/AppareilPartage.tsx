import { Check } from '#src/ui/field/Check.tsx'

/** A login is remembered (product 5) unless several people use the device: then this box is for them to tick. */
export function AppareilPartage() {
  return <Check name="appareilPartage">Appareil partagé</Check>
}

/** Whether the form around that box asks to be remembered. */
export function remembers(form: HTMLFormElement | null): boolean {
  const box = form?.elements.namedItem('appareilPartage')
  return !(box instanceof HTMLInputElement && box.checked)
}
