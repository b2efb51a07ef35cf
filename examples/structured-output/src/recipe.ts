/**
 * A recipe.
 * @schema
 */
export interface Recipe {
  /** At most five words. */
  name: string;
  /** How many people it feeds. @minimum 1 */
  serves: number;
  ingredients: Ingredient[];
  /** One sentence each, in order. */
  steps: string[];
  /** Absent where it does not matter. */
  difficulty?: 'easy' | 'medium' | 'hard';
}

export interface Ingredient {
  name: string;
  /** In grams, or pieces. */
  amount: number;
  unit: 'g' | 'ml' | 'piece';
}
