import * as v from 'valibot'
import { type SortMedias, sortMediasLabel, sortsMedias } from '#domain/inscription/inscription.ts'
import { SelectField } from '#src/ui/field/SelectField.tsx'

interface Props {
  /** Of one person, or of several. */
  whose: 'ses' | 'leurs'
  value: SortMedias
  onChange: (value: SortMedias) => void
}

/** What becomes of the media of people whose registration is cancelled. */
export function MediasField({ whose, value, onChange }: Props) {
  return (
    <SelectField
      label={whose === 'ses' ? "Ses photos dans l'événement" : "Leurs photos dans l'événement"}
      value={value}
      options={sortsMedias.map((sort) => ({ value: sort, label: sortMediasLabel(sort, whose) }))}
      onChange={({ target }) => onChange(v.parse(v.picklist(sortsMedias), target.value))}
    />
  )
}
