import type { ComponentProps } from 'react'
import { Field } from '#src/ui/field/Field.tsx'

/** The address by which an account is known, as every door asks for it. */
export function EmailField(input: Omit<ComponentProps<typeof Field>, 'label'>) {
  return <Field label="Adresse email" name="email" type="email" inputMode="email" required {...input} />
}
