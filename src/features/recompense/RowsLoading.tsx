import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'

/** Placeholders with the size of a few rows. @param withField a field is shown above them */
export function RowsLoading({ label, withField = false }: { label: string; withField?: boolean }) {
  return (
    <Loading label={label}>
      {withField && (
        <div style={{ paddingBlockEnd: 'var(--space-4)' }}>
          <Skeleton height="5rem" radius="var(--radius-control)" />
        </div>
      )}
      <div className="stack" style={{ '--gap': 'var(--space-2)' }}>
        {[1, 2, 3].map((n) => (
          <Skeleton key={n} height="4.25rem" radius="var(--radius-control)" />
        ))}
      </div>
    </Loading>
  )
}
