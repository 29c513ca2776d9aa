import type { ComponentProps } from 'react'
import { Field } from '#src/ui/field/Field.tsx'

export function EmailField(input: Omit<ComponentProps<typeof Field>, 'label'>) {
  return <Field label="Adresse email" name="email" type="email" inputMode="email" required {...input} />
}
