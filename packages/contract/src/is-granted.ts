/** A permission of Deno, by its name, for one variable or for all. */
export interface Permission {
  readonly name: 'env' | 'read';
  readonly variable?: string | undefined;
}

/** Whether the program has a permission: always, except in Deno. To use it without would throw, or ask the person at the terminal. */
export function isGranted({ name, variable }: Permission): boolean {
  if (DENO === undefined) return true;
  const { state } = DENO.permissions.querySync(variable === undefined ? { name } : { name, variable });
  return state === 'granted';
}

const { Deno: DENO } = globalThis as {
  readonly Deno?: {
    readonly permissions: { querySync(permission: Permission): { readonly state: string } };
  };
};
