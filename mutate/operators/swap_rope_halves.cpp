// SPDX-License-Identifier: MIT
// The halves of a rotation in each other's place.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

const std::initializer_list<const char*> kSine{"sin", "sine", "sin_*", "*_sin", "sines"};
const std::initializer_list<const char*> kCosine{"cos", "cosine", "cos_*", "*_cos", "cosines"};

bool is_angle(const Node& node, const Proposals& out) {
  return refers_to(node, out, "sin", kSine) || refers_to(node, out, "cos", kCosine);
}

// What a product multiplies a sine or cosine with; null for anything else.
const Node* partner_of(const Node& node, const Proposals& out) {
  const Node& product = without_parens(node);
  if (product.kind != Kind::binary || product.op != "*") {
    return nullptr;
  }
  const Node& left = without_parens(product.child(0));
  const Node& right = without_parens(product.child(1));
  if (is_angle(left, out) == is_angle(right, out)) {
    return nullptr;
  }
  return is_angle(left, out) ? &right : &left;
}

// One edit over the whole expression.
void exchange(const Node& whole, const Node& one, const Node& other, Proposals& out) {
  const Node& first = one.begin < other.begin ? one : other;
  const Node& second = one.begin < other.begin ? other : one;
  if (!whole.is_written() || !first.is_written() || !second.is_written()) {
    return;
  }
  const std::string_view file = out.file();
  const std::string text =
      std::string(file.substr(whole.begin, first.begin - whole.begin)) + out.text(second) +
      std::string(file.substr(first.end, second.begin - first.end)) + out.text(first) +
      std::string(file.substr(second.end, whole.end - second.end));
  out.replace(whole, text, "swap the halves of the rotation");
}

void find(const Node& node, Proposals& out) {
  const bool sum = node.kind == Kind::binary && (node.op == "+" || node.op == "-");
  if (sum) {
    const Node* left = partner_of(node.child(0), out);
    const Node* right = partner_of(node.child(1), out);
    if (left != nullptr && right != nullptr && node.is_written()) {
      exchange(node, *left, *right, out);
    }
  } else if (node.kind == Kind::call && node.children.size() == 4 &&
             out.is_named(node.name, "fma", {"*fma*", "*multiply_add*"})) {
    // fma(a, b, c * d): a or b, and the other of c and d.
    const Node* inner = partner_of(node.child(3), out);
    const bool second_is_angle = is_angle(node.child(2), out);
    const Node& outer = second_is_angle ? node.child(1) : node.child(2);
    if (inner != nullptr && (second_is_angle || is_angle(node.child(1), out))) {
      exchange(node, outer, *inner, out);
    }
  }
}

}  // namespace

extern const Operator swap_rope_halves;
const Operator swap_rope_halves{
    .stem = "swap_rope_halves",
    .generic = false,
    .summary = "exchanges what is multiplied by the cosine and by the sine",
    .before = "first * cosine - second * sine",
    .after = "second * cosine - first * sine",
    .names = "sin cos fma",
    .find = find,
};

}  // namespace kgate::mutate
