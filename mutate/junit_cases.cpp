// SPDX-License-Identifier: MIT
// Reads JUnit XML with pugixml.
#include "mutate/junit_cases.hpp"

#include <pugixml.hpp>

#include "mutate/reader.hpp"

namespace kgate::mutate {

std::vector<JunitCase> junit_cases(const std::string& xml) {
  std::vector<JunitCase> cases;
  pugi::xml_document document;
  if (!document.load_buffer(xml.data(), xml.size())) {
    return cases;
  }
  for (const pugi::xpath_node& found : document.select_nodes("//testcase")) {
    const pugi::xml_node node = found.node();
    JunitCase one;
    one.suite = node.attribute("classname").as_string(node.parent().attribute("name").value());
    one.name = node.attribute("name").value();
    one.output = node.child("system-out").text().as_string();
    const pugi::xml_node failure =
        node.child("failure") ? node.child("failure") : node.child("error");
    // CTest writes an empty <failure/> and a status.
    one.failed =
        static_cast<bool>(failure) || node.attribute("status").value() == std::string("fail");
    one.message = failure.attribute("message").value();
    if (one.message.empty()) {
      one.message = telling_line(failure.text().as_string());
    }
    if (one.message.empty()) {
      one.message = telling_line(one.output);
    }
    const bool skipped = static_cast<bool>(node.child("skipped"));
    one.assertions = node.attribute("assertions").as_ullong(skipped ? 0 : 1);
    cases.push_back(std::move(one));
  }
  return cases;
}

}  // namespace kgate::mutate
