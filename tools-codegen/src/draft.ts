/** A value under construction. Assigning optional members is much faster than spreading them. */
export type Draft<T> = { -readonly [Key in keyof T]: T[Key] };
