// By a tier's name and by a priority.
enum class Tier { native, reference };
constexpr int kReferencePriority = -1000;

Tier tier_of(int priority) {
  return priority > kReferencePriority ? Tier::native : Tier::reference;
}

bool is_reference(int priority) { return priority <= kReferencePriority; }
