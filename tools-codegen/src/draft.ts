/** A value under construction. Assigning optional members costs a fraction of spreading them. */
export type Draft<T> = { -readonly [Key in keyof T]: T[Key] };
