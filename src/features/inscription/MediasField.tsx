import * as v from 'valibot'
import { type SortMedias, sortMediasLabels, sortsMedias } from '#domain/inscription/inscription.ts'
import { SelectField } from '#src/ui/field/SelectField.tsx'

interface Props {
  label: string
  value: SortMedias
  onChange: (value: SortMedias) => void
}

/** What becomes of the media of people whose registration is cancelled. */
export function MediasField({ label, value, onChange }: Props) {
  return (
    <SelectField
      label={label}
      value={value}
      options={sortsMedias.map((sort) => ({ value: sort, label: sortMediasLabels[sort] }))}
      onChange={({ target }) => onChange(v.parse(v.picklist(sortsMedias), target.value))}
    />
  )
}
